@node "%~dp0stub.mjs" %*
