# SPDX-License-Identifier: Apache-2.0
# `cmake --install BUILD` puts the program in bin and its data in share/casebook;
# `cmake --build BUILD --target uninstall` takes away exactly the files that the last install put there.
if(TARGET casebook)
  install(TARGETS casebook RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
if(TARGET casebook-editor)
  install(TARGETS casebook-editor RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(DIRECTORY rulesets DESTINATION "${CMAKE_INSTALL_DATADIR}/casebook")
install(DIRECTORY docs/errors docs/manual docs/formats docs/editor docs/pictures DESTINATION "${CMAKE_INSTALL_DATADIR}/casebook/docs" OPTIONAL)
install(FILES LICENSE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")

add_custom_target(uninstall
  COMMAND "${CMAKE_COMMAND}" -DMANIFEST=${CMAKE_BINARY_DIR}/install_manifest.txt
          -P "${CMAKE_SOURCE_DIR}/cmake/uninstall.cmake"
  COMMENT "Taking away what was installed" VERBATIM)
