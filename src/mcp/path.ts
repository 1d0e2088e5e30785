// Where the protocol is spoken.

export const mcpPath = '/mcp'
