import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Notes"
extensions = ["banklab"]
html_theme = "alabaster"
html_static_path = ["_static"]
