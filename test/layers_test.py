"""The sources obey layers.txt, and the checker sees each kind of violation in
a tree made up for it."""

import pathlib
import shutil
import tempfile
import unittest

import layers
import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Layers(unittest.TestCase):
    def test_sources(self):
        self.assertEqual(layers.check_tree(ROOT), [])


class Checker(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        (self.root / "test").mkdir()
        shutil.copy(ROOT / "test/layers.txt", self.root / "test")

    def complaints(self, path, text):
        file = self.root / "src" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return layers.check_tree(self.root)

    def assert_bad(self, path, text, what):
        found = self.complaints(path, text)
        self.assertEqual(len(found), 1, found)
        self.assertIn(what, found[0])

    def assert_good(self, path, text):
        self.assertEqual(self.complaints(path, text), [])

    def test_upward_include(self):
        self.assert_bad("expr/a.c", '#include "base/base.h"\n#include "solver/solver.h"\n',
                        'src/expr/a.c:2: "solver/solver.h": expr may not use solver')

    def test_sideways_include(self):
        self.assert_bad("code/a.h", '# include "expr/expr.h"\n', "code may not use expr")

    def test_downward_include(self):
        self.assert_good("solver/a.c", '#include "solver/a.h"\n#include "expr/expr.h"\n')

    def test_def_files_are_checked(self):
        self.assert_bad("base/a.def", '#include "cli/args.h"\n', "base may not use cli")

    def test_private_header(self):
        self.assert_good("expr/a.c", '#include "expr/expr_impl.h"\n')
        self.assert_bad("solver/a.c", '#include "expr/expr_impl.h"\n', "private to expr")

    def test_private_to_some_files(self):
        self.assert_good("vm/builtin/builtin_new.c", '#include "vm/builtin/builtin_impl.h"\n')
        self.assert_bad("vm/state.c", '#include "vm/builtin/builtin_impl.h"\n', "only in: vm/builtin/builtin*")

    def test_include_without_folder(self):
        self.assert_bad("expr/a.c", '#include "expr.h"\n', "does not begin with its folder")

    def test_include_with_dots(self):
        self.assert_bad("expr/a.c", '#include "expr/../cli/args.h"\n', "begin with its folder")

    def test_unknown_folder(self):
        self.assert_bad("stray/a.c", "int x;\n", "in no folder")
        shutil.rmtree(self.root / "src/stray")
        self.assert_bad("a.c", "int x;\n", "in no folder")

    def test_z3_fenced(self):
        self.assert_bad("solver/chain/chain.c", "#include <z3.h>\n", "<z3.h> only in")

    def test_fenced_through_own_headers(self):
        self.assert_good("code/llvm/read.h", "#include <llvm-c/Core.h>\n")
        self.assert_good("code/llvm/read_type.h", '#include "code/llvm/read.h"\n')
        self.assert_bad("code/verify.c", '\n#include "code/llvm/read_type.h"\n', "src/code/verify.c:2: <llvm-c/Core.h> only in")

    def test_headers_that_include_each_other(self):
        self.assert_good("vm/a.h", '#include "vm/b.h"\n')
        self.assert_good("vm/b.h", '#include "vm/a.h"\n')

    def test_llvm_fenced(self):
        self.assert_good("code/llvm/read_type.c", "#include <llvm-c/Core.h>\n")
        self.assert_bad("code/verify.c", "#include <llvm-c/Core.h>\n", "only in")

    def test_gmp_fenced(self):
        self.assert_good("expr/value.c", "#include <gmp.h>\n")
        self.assert_bad("expr/eval.c", '#include "gmp.h"\n', "does not begin")
        self.assert_bad("expr/eval.c", "#include <gmp.h>\n", "only in")

    def test_printing(self):
        self.assert_good("cli/a.c", 'void f(void) { printf("x"); }\n')
        self.assert_bad("vm/a.c", '\nvoid f(void) { printf("x"); }\n', "src/vm/a.c:2: 'printf'")
        self.assert_bad("vm/a.c", 'void f(void) { fputs("x", stderr); }\n', "'stderr'")

    def test_printing_into_a_buffer(self):
        self.assert_good("vm/a.c", 'void f(char *b) { snprintf(b, 2, "x"); fprintf(file, b); }\n')

    def test_environment(self):
        self.assert_bad("base/os.c", 'char *f(void) { return getenv("HOME"); }\n', "'getenv'")

    def test_randomness(self):
        self.assert_bad("cli/a.c", "int f(void) { return rand(); }\n", "'rand'")

    def test_comments_and_strings_do_not_count(self):
        self.assert_good("vm/a.c", '/* printf\n * "stdout */\n// getenv\nchar *s = "\\"rand";\n'
                                   '/*\n#include "cli/args.h"\n*/\nchar c = \'"\';\n')

    def test_long_file(self):
        self.assert_good("vm/a.c", "int x;\n" * 800)
        self.assert_bad("vm/a.c", "int x;\n" * 801, "has 801 lines, more than 800")

    def test_empty_tree(self):
        (self.root / "src").mkdir()
        self.assertEqual(layers.check_tree(self.root), ["src: no files found"])


if __name__ == "__main__":
    tap.main()
