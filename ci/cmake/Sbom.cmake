# What a binary is made of besides this project, told twice: as an SPDX list of parts (a bill of materials) for every
# build, and as the parts' own licence texts for a build that carries the parts within itself.
set(sbom_relation DYNAMIC_LINK)
if(AMLINT_STATIC)
  set(sbom_relation STATIC_LINK)
endif()
set(nettle_relation ${sbom_relation})
if(NETTLE_ARCHIVE)
  set(nettle_relation STATIC_LINK)
endif()
set(sbom_packages "")
set(sbom_relationships "")

# aml_add_part(<name> <version> <licence> <Debian package> <relation>): licences as the part's own files declare them, those of its
# build scripts and tests left out.
macro(aml_add_part name version license package relation)
  string(APPEND sbom_packages ",
    {
      \"SPDXID\": \"SPDXRef-${name}\",
      \"name\": \"${name}\",
      \"versionInfo\": \"${version}\",
      \"supplier\": \"NOASSERTION\",
      \"downloadLocation\": \"NOASSERTION\",
      \"filesAnalyzed\": false,
      \"licenseConcluded\": \"NOASSERTION\",
      \"licenseDeclared\": \"${license}\",
      \"copyrightText\": \"NOASSERTION\",
      \"primaryPackagePurpose\": \"LIBRARY\"
    }")
  string(APPEND sbom_relationships ",
    {\"spdxElementId\": \"SPDXRef-amlint\", \"relationshipType\": \"${relation}\", \"relatedSpdxElement\": \"SPDXRef-${name}\"}")
  if(${relation} STREQUAL STATIC_LINK)
    set(license_text /usr/share/doc/${package}/copyright)
    if(EXISTS ${license_text})
      install(FILES ${license_text} DESTINATION ${CMAKE_INSTALL_DOCDIR}/licenses RENAME ${name}.txt COMPONENT program)
    else()
      message(WARNING "The licence of ${name} is not at ${license_text}: add it before this build is given to others.")
    endif()
  endif()
endmacro()

execute_process(COMMAND getconf GNU_LIBC_VERSION OUTPUT_VARIABLE glibc_version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
string(REGEX REPLACE "^glibc " "" glibc_version "${glibc_version}")
aml_add_part(libyaml "${YAML_VERSION}" MIT libyaml-dev ${sbom_relation})
aml_add_part(pcre2 "${PCRE2_VERSION}" "BSD-3-Clause AND BSD-2-Clause" libpcre2-dev ${sbom_relation})
aml_add_part(nettle "${NETTLE_VERSION}" "LGPL-3.0-or-later OR GPL-2.0-or-later" nettle-dev ${nettle_relation})
if(glibc_version)
  aml_add_part(glibc "${glibc_version}" LGPL-2.1-or-later libc6-dev ${sbom_relation})
endif()

string(TIMESTAMP sbom_created "%Y-%m-%dT%H:%M:%SZ" UTC) # SOURCE_DATE_EPOCH where that is set
string(UUID sbom_uuid NAMESPACE 6ba7b811-9dad-11d1-80b4-00c04fd430c8 TYPE SHA1 # RFC 4122's for URLs
  NAME "amlint ${PROJECT_VERSION} ${sbom_created} ${sbom_packages} ${sbom_relation}")
configure_file(ci/cmake/amlint.spdx.json.in amlint.spdx.json @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/amlint.spdx.json TYPE DOC COMPONENT program)
