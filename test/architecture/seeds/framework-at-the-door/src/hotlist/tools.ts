// Seed: breaks the rule.
import type { McpServer } from '@modelcontextprotocol/server'

export type Used = McpServer
