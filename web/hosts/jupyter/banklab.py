"""A lab of shared-memory bank conflicts as the value of a notebook's cell. Its files lie in banklab/, beside the exported page."""

from html import escape


class Lab:
    """The code, and the attributes of <bank-lab> by name; `readonly=True` is one without a value."""

    def __init__(self, code, **attributes):
        self.code = code
        self.attributes = attributes

    def _repr_html_(self):
        attributes = "".join(
            f" {name}" if value is True else f' {name}="{escape(str(value))}"' for name, value in self.attributes.items()
        )
        return (
            '<script src="banklab/banklab.js" defer></script>'
            f"<bank-lab{attributes}><pre><code>{escape(self.code)}</code></pre></bank-lab>"
        )

    def __repr__(self):
        return self.code
