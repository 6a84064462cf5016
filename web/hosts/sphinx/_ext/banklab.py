"""Labs of shared-memory bank conflicts for Sphinx.

The files of <bank-lab> lie in banklab/, in a folder of html_static_path. The directive is a code block with a lab, its options are the
element's attributes; the role is a badge in a line. Builders that do not write HTML show the code.
"""

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective, SphinxRole

TEXTS = ("blocks", "fill", "input", "kernel", "knobs", "label", "launch", "loading", "machine", "site", "theme", "view")
FLAGS = ("readonly", "veiled")


class bank_lab(nodes.General, nodes.Element):
    """A lab around the code that is its child."""


class BankLab(SphinxDirective):
    has_content = True
    option_spec = {
        **{name: directives.unchanged_required for name in TEXTS},
        **{name: directives.flag for name in FLAGS},
    }

    def run(self):
        self.assert_has_content()
        text = "\n".join(self.content)
        attributes = {name: value or "" for name, value in self.options.items()}
        return [bank_lab("", nodes.literal_block(text, text, language="cuda"), attributes=attributes)]


class BankLabBadge(SphinxRole):
    def run(self):
        code = nodes.literal(self.rawtext, self.text)
        return [bank_lab(self.rawtext, code, attributes={"view": "badge"})], []


def visit_html(self, node):
    self.body.append(self.starttag(node, "bank-lab", "", **node["attributes"]))


def depart_html(self, node):
    self.body.append("</bank-lab>")


def visit_other(self, node):
    pass


def setup(app):
    other = (visit_other, visit_other)
    app.add_node(bank_lab, html=(visit_html, depart_html), latex=other, text=other, man=other, texinfo=other)
    app.add_directive("banklab", BankLab)
    app.add_role("banklab", BankLabBadge())
    app.add_js_file("banklab/banklab.js", loading_method="defer")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
