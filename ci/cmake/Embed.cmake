# Compiles files into a target as constant byte arrays.
#
#   aml_embed(<target> <symbol> <file>)
#
# adds `const unsigned char <symbol>[]`, `const size_t <symbol>_size` and the digest, `const unsigned char <symbol>_sha256[32]`,
# to the target; whoever uses them declares them. A NUL that is not counted follows the bytes. The same file, run by `cmake -P` with IN, OUT and SYMBOL, writes the C source.

if(CMAKE_SCRIPT_MODE_FILE)
  file(READ "${IN}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  # Lines of 24 bytes, five characters each, keep the compiler's diagnostics and editors quick.
  string(REPEAT "." 120 line)
  string(REGEX REPLACE "(${line})" "\\1\n" bytes "${bytes}")
  file(SHA256 "${IN}" digest)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," digest "${digest}")
  cmake_path(GET IN FILENAME name)
  file(WRITE "${OUT}" "/* ${name}, written by ci/cmake/Embed.cmake */\n#include <stddef.h>\n\n"
    "extern const unsigned char ${SYMBOL}[];\nextern const size_t ${SYMBOL}_size;\n"
    "extern const unsigned char ${SYMBOL}_sha256[32];\n\n"
    "const unsigned char ${SYMBOL}[] = {\n${bytes}0};\nconst size_t ${SYMBOL}_size = sizeof ${SYMBOL} - 1;\n"
    "const unsigned char ${SYMBOL}_sha256[32] = {${digest}};\n")
  return()
endif()

set(AML_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

function(aml_embed target symbol file)
  cmake_path(ABSOLUTE_PATH file)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/embedded/${symbol}.c")
  add_custom_command(OUTPUT "${source}"
    COMMAND "${CMAKE_COMMAND}" "-DIN=${file}" "-DOUT=${source}" "-DSYMBOL=${symbol}" -P "${AML_EMBED_SCRIPT}"
    DEPENDS "${file}" "${AML_EMBED_SCRIPT}" VERBATIM
    COMMENT "Embedding ${symbol}")
  target_sources(${target} PRIVATE "${source}")
endfunction()
