# The warnings of this project as an interface target, so that they never reach those who link the library.
include(CheckCCompilerFlag)

option(AMLINT_WERROR "Treat warnings as errors, as the presets for development do" OFF)

set(wanted -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wcast-align -Wstrict-prototypes
  -Wmissing-prototypes -Wmissing-declarations -Wmissing-variable-declarations -Wold-style-definition -Wpointer-arith
  -Wwrite-strings -Wundef -Wvla -Wformat=2 -Wformat-signedness -Wnull-dereference -Wdouble-promotion
  -Wimplicit-fallthrough -Wswitch-enum -Wunused-macros -Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wrestrict
  -Walloc-zero -Warray-bounds=2 -Wcomma -Wassign-enum -Wunreachable-code-aggressive)

add_library(amlint_warnings INTERFACE)
foreach(flag IN LISTS wanted)
  string(MAKE_C_IDENTIFIER "AMLINT_HAS${flag}" has_flag)
  check_c_compiler_flag(${flag} ${has_flag})
  if(${has_flag})
    target_compile_options(amlint_warnings INTERFACE ${flag})
  endif()
endforeach()
if(AMLINT_WERROR)
  target_compile_options(amlint_warnings INTERFACE -Werror)
endif()
