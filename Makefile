# For those who build chess engines by `make`, above all the worker of OpenBench (docs/openbench.md). Everything else
# uses CMake's presets (docs/development.md).
#
#   make EXE=zugwerk                     the program for this processor, in this folder
#   make CXX=clang++ EVALFILE=my.zugnet  another compiler, another network inside
#
# Needs the packages of `tools/install-packages build`.

EXE ?= zugwerk
EVALFILE ?= nets/default.zugnet
FOLDER := build/make-$(notdir $(CXX))

.PHONY: all
all:
	@test -f "$(EVALFILE)" || { echo "EVALFILE=$(EVALFILE): there is no such network" >&2; exit 1; }
	cmake -S . -B "$(FOLDER)" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$(CXX)" \
	    -DZUGWERK_NETWORK="$(abspath $(EVALFILE))" -DZUGWERK_LTO=$(if $(findstring clang,$(CXX)),OFF,ON) \
	    -DZUGWERK_UNITY=ON -DZUGWERK_TESTS=OFF -DZUGWERK_PAGE=OFF -DZUGWERK_WERROR=OFF
	cmake --build "$(FOLDER)" --target zugwerk
	cp "$(FOLDER)/zugwerk" "$(EXE)"
