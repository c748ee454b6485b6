"""The names in src/ obey names.py, and the checker sees each kind of violation in files made up for
it."""

import pathlib
import re
import unittest

import names
import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Names(unittest.TestCase):
    def test_sources(self):
        self.assertEqual(names.check_tree(ROOT), [])

    def test_files_that_architecture_names(self):
        files = [f"/{f.relative_to(ROOT)}" for folder in ("src", "test", "runtime", "bench", "share")
                 for f in (ROOT / folder).rglob("*.*")]
        text = (ROOT / "ARCHITECTURE.md").read_text()
        named = set(re.findall(r"(?<![\w*./])[a-z][a-z0-9_/]*\.(?:c|h|def)\b", text))
        named |= {f"{name}." for name in re.findall(r"─([a-z_/]+/[a-z_]+)(?=[:→])", text)}
        self.assertGreater(len(named), 50)
        self.assertEqual([name for name in sorted(named)
                          if not any(f"/{name}" in file for file in files)], [])


class Checker(unittest.TestCase):
    def types(self, **files):
        return list(names.check_types({f"{name}.c": names.without_comments(text)
                                       for name, text in files.items()}))

    def headers(self, **files):
        return list(names.check_headers({name.replace("__", "/").replace("_DOT_", "."): text
                                         for name, text in files.items()}))

    def test_every_form_of_a_definition(self):
        for text in ("struct Word {\n  int a;\n};\n", "typedef struct {\n  int a;\n} Word;\n",
                     "typedef enum Word { A, B } Word;\n", "typedef VEC(int) Word;\n",
                     "typedef unsigned long Word;\n", "typedef int Word[4];\n", "typedef void Word(int a);\n",
                     "typedef void (*Word)(int a);\n", "typedef struct Other *Word;\n"):
            with self.subTest(text=text):
                self.assertEqual(self.types(a="typedef int Word;\n", b=text),
                                 [f"src/b.c:{text[:text.index('Word')].count(chr(10)) + 1}: the type "
                                  "'Word' is defined here and in src/a.c:1"])

    def test_no_definition(self):
        for text in ("struct Word;\n", "typedef struct Word Word;\n", "Word word;\n", "/* } Word; */\n",
                     "static Word f(void) {\n  return 0;\n}\n", "  struct Word *next;\n"):
            with self.subTest(text=text):
                self.assertEqual(self.types(a="struct Word {\n  int a;\n};\n", b=text), [])

    def test_header_of_the_file(self):
        body = "int state_fork(int a) {\n  return a;\n}\n"
        for header in ("vm__state_DOT_h", "vm__vm_DOT_h", "vm__vm_impl_DOT_h"):
            with self.subTest(header=header):
                self.assertEqual(self.headers(vm__state_DOT_c=body, **{header: "int state_fork(int a);\n"}), [])
        self.assertEqual(self.headers(vm__state_more_DOT_c=body, vm__state_DOT_h="int state_fork(int a);\n"), [])

    def test_header_of_another_file(self):
        body = "\nint state_fork(int a) {\n  return a;\n}\n"
        for header, name in (("vm__path_DOT_h", "vm/path.h"), ("worst__state_DOT_h", "worst/state.h")):
            with self.subTest(header=header):
                self.assertEqual(
                    self.headers(vm__state_DOT_c=body, **{header: "int state_fork(int a);\n"}),
                    [f"src/vm/state.c:2: 'state_fork' is declared in {name}"])

    def test_static_functions_are_nobodys(self):
        self.assertEqual(self.headers(vm__state_DOT_c="static int fork(int a) {\n  return a;\n}\n",
                                      vm__path_DOT_h="int fork(int a);\n"), [])

    def calls(self, body, others=""):
        return list(names.check_calls({"vm/a.h": "int a_new(void);\n",
                                       "vm/a.c": "int a_new(void) {\n  return 1;\n}\n", "vm/b.c": body}, others))

    def test_functions_that_nobody_calls(self):
        self.assertEqual(self.calls(""), ["src/vm/a.c:1: nobody calls 'a_new'"])
        self.assertEqual(self.calls("static int f(void) {\n  return a_new();\n}\n"), [])
        self.assertEqual(self.calls("static Make *const make = a_new;\n"), [])
        self.assertEqual(self.calls("", others="assert_int_equal(a_new(), 1);"), [])

    def test_exceptions_are_needed(self):
        path, (header, _) = next(iter(names.EXCEPTIONS.items()))
        found = list(names.check_exceptions({path: "", header: ""}))
        self.assertIn(f"src/{path}: is an exception of names.py for {header}, and needs none", found)


if __name__ == "__main__":
    tap.main()
