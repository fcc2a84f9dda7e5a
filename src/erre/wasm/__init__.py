"""The rules and bots as WebAssembly: the same kernels in a browser, without Python and without a server.

`contents` says what goes into a module, `lower` turns it into one LLVM module for wasm32, `link` makes a `.wasm` of
the object file, and `build` does it all and caches by fingerprint. Each `.wasm` describes itself (`describe`).
`served` is the folder that a server hands to pages.
"""
