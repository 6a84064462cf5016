// A folder in which every kind of thing that could stop the command lies among good files.

#include "shell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace {

class Folder : public testing::Test {
protected:
  void SetUp() override {
    fs::remove_all(own_);
    fs::create_directories(root_ / "sub.cu" / ".hidden");
    write("a_good.cu", "float v = shared[tid * 2];");
    write("b_binary.cu", std::string("\x7f"
                                     "ELF\0\1",
                                     6));
    write("c_empty.cu", "");
    write("d_huge.cu", std::string((size_t{8} << 20) + 1, ' '));
    write("e_bytes.cu", "// \xff\xfe\x80 \x1b[31m\nfloat v = shared[tid];");
    write("f_error.cu", "__global__ void k() { missing(); }");
    write("g_helper.cuh", "#pragma once\nconstexpr int n = 3;\n");
    fs::create_symlink("h_loop.cu", root_ / "h_loop.cu");
    fs::create_symlink("nowhere.cu", root_ / "i_dead.cu");
    fs::create_symlink("a_good.cu", root_ / "j_link.cu");
    fs::create_directory_symlink("..", root_ / "sub.cu" / "up.cu");
    ASSERT_EQ(mkfifo((root_ / "k_pipe.cu").c_str(), 0600), 0);
    write("sub.cu/.hidden/no.cu", "float v = shared[tid * 2];");
    write("sub.cu/l \x1b\n.cu", "float v = shared[tid * 4];");
    write("sub.cu/no.cpp", "float v = shared[tid * 2];");
  }
  void TearDown() override { fs::remove_all(own_); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(root_ / name, std::ios::binary) << text;
  }
  Outcome run(const std::string& arguments) {
    return runShell("cd '" + root_.parent_path().string() + "' && timeout 60 \"$BANKLAB\" analyze " +
                    arguments + " " + root_.filename().string());
  }

  // A place of this process's own: tests run side by side.
  const fs::path own_ = fs::path(testing::TempDir()) / ("banklab_" + std::to_string(getpid()));
  const fs::path root_ = own_ / "banklab_folder";
};

} // namespace

TEST_F(Folder, GivesEachFileItsLine) {
  const Outcome table = run("2>&1");
  EXPECT_EQ(table.status, 2);
  EXPECT_EQ(table.output, R"(banklab: banklab_folder/k_pipe.cu: is a device or a pipe, not a file
  excessive   of wavefronts  worst   file
          1               2  2-way   banklab_folder/a_good.cu
banklab: banklab_folder/b_binary.cu: is not a text file
          –               –  –       banklab_folder/b_binary.cu · not read
          0               0  –       banklab_folder/c_empty.cu · no kernel
banklab: banklab_folder/d_huge.cu: is larger than 8 MiB
          –               –  –       banklab_folder/d_huge.cu · not read
          0               1  –       banklab_folder/e_bytes.cu
          0               0  –       banklab_folder/f_error.cu · 1 error at 1:23: the function `missing` is not known here
          0               0  –       banklab_folder/g_helper.cuh · no kernel
banklab: banklab_folder/h_loop.cu: Too many levels of symbolic links
          –               –  –       banklab_folder/h_loop.cu · not read
banklab: banklab_folder/i_dead.cu: No such file or directory
          –               –  –       banklab_folder/i_dead.cu · not read
          1               2  2-way   banklab_folder/j_link.cu
          3               4  4-way   banklab_folder/sub.cu/l ␛␊.cu
          5               9  4-way   11 files, 4 launches · 1 error · 4 not read

    dearest
          3  banklab_folder/sub.cu/l ␛␊.cu:1:11: shared[tid * 4] · load, 4-way
          1  banklab_folder/a_good.cu:1:11: shared[tid * 2] · load, 2-way
          1  banklab_folder/j_link.cu:1:11: shared[tid * 2] · load, 2-way
)");
}

TEST_F(Folder, GivesEachFileItsJson) {
  const Outcome json = run("--json 2>/dev/null");
  EXPECT_EQ(json.status, 2);
  EXPECT_EQ(std::count(json.output.begin(), json.output.end(), '\n'), 11);
  EXPECT_NE(json.output.find(
                R"("file":"banklab_folder/h_loop.cu","diagnostics":[{"severity":"error","line":1,)"
                R"("column":1,"end_line":1,"end_column":1,"message":"banklab_folder/h_loop.cu: Too many)"),
            std::string::npos);
}
