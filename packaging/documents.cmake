# Writes what a program says about itself: its manual pages and its completion. PROGRAM is its command, NAME its name.

cmake_policy(VERSION 3.25)
file(REMOVE_RECURSE ${OUTPUT})
file(MAKE_DIRECTORY ${OUTPUT}/man6)
execute_process(COMMAND ${PROGRAM} manual --output ${OUTPUT}/man6 COMMAND_ERROR_IS_FATAL ANY)
foreach(PAIR bash:${NAME}.bash zsh:_${NAME} fish:${NAME}.fish)
  string(REPLACE ":" ";" PAIR ${PAIR})
  list(GET PAIR 0 SHELL)
  list(GET PAIR 1 FILE)
  execute_process(COMMAND ${PROGRAM} completion ${SHELL} OUTPUT_FILE ${OUTPUT}/${FILE} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(TOUCH ${OUTPUT}/written)
