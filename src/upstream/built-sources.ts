// Our source files as the build bundled them. tools/build-server.ts replaces this module; a checkout reads the folders instead.

/** The loader of each source file, by its path in a checkout that lies where the package does. */
export const builtSources: ReadonlyMap<string, () => Promise<{ default?: unknown }>> = new Map()
