# How objects are made safe to ship (AMLINT_HARDEN) and safe to test (AMLINT_SANITIZE). Both concern the whole
# build, tests included, so they are set for the directory and not for single targets.
include(CheckCCompilerFlag)
include(CheckPIESupported)

option(AMLINT_HARDEN "Build with the hardening flags of a release, reproducibly" OFF)
option(AMLINT_STATIC "Link the program with no shared library at all" OFF)
set(AMLINT_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them; 'fuzzer' among them builds libFuzzer targets")

set(CMAKE_POSITION_INDEPENDENT_CODE ON)
check_pie_supported(LANGUAGES C)

if(AMLINT_HARDEN AND AMLINT_SANITIZE)
  message(FATAL_ERROR "AMLINT_HARDEN and AMLINT_SANITIZE exclude each other: _FORTIFY_SOURCE hides what ASan looks for")
endif()

if(AMLINT_HARDEN)
  foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection=full)
    string(MAKE_C_IDENTIFIER "AMLINT_HAS${flag}" has_flag)
    check_c_compiler_flag(${flag} ${has_flag})
    if(${has_flag})
      add_compile_options(${flag})
    endif()
  endforeach()
  add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack -Wl,--build-id=sha1)
  # The same bytes whatever folder the sources and the build lie in.
  add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}/= -ffile-prefix-map=${CMAKE_BINARY_DIR}/=build/)
endif()

if(AMLINT_SANITIZE)
  string(REPLACE "fuzzer" "fuzzer-no-link" compile_sanitizers "${AMLINT_SANITIZE}")
  string(REGEX REPLACE "(^|,)fuzzer(,|$)" "\\1" link_sanitizers "${AMLINT_SANITIZE}")
  add_compile_options(-fsanitize=${compile_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${link_sanitizers})
  if(AMLINT_SANITIZE MATCHES fuzzer) # which paths these take says little of an input, and slows each execution by a seventh
    foreach(name arena map strbuf suggest sv)
      set_property(SOURCE src/base/${name}.c APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=fuzzer-no-link)
    endforeach()
    file(GLOB secrets CONFIGURE_DEPENDS src/base/secret*.c) # each byte of each text is compared with many letters here
    set_property(SOURCE ${secrets} APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize-coverage=trace-cmp)
  endif()
endif()

if(AMLINT_STATIC)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
endif()
