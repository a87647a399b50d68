import { Command } from 'commander'
import { MillraceError } from '../../clients/typescript/src/millrace-error.ts'
import type { Api } from '../mcp/calls/api.ts'
import { ToolError } from '../mcp/calls/tool-error.ts'
import { errorMessage } from './command/error-message.ts'
import type { ProgramParts } from './command/program-parts.ts'
import {
  addRemoteOptions,
  type RemoteOptions,
  remoteAccess,
  reportErrors,
  requestJson,
} from './remote/remote.ts'
import { printError } from './terminal/print.ts'

/** Longer than any time limit of the service: for SQL, MILLRACE_SQL_TIMEOUT may be ten minutes. */
const requestTimeoutMs = 660_000

/**
 * `millrace mcp`: offers the tools of a running Millrace over standard input and output, to an assistant that
 * starts this command.
 */
export function mcpCommand({ version }: Pick<ProgramParts, 'version'>): Command {
  return addRemoteOptions(new Command('mcp'))
    .description(
      'tools for assistants (Model Context Protocol) over standard input and output; they only read',
    )
    .action(reportErrors((options: RemoteOptions) => serve(options, version)))
}

/** Begins to serve, until standard input ends. Standard output carries only protocol messages. */
async function serve(options: RemoteOptions, version: string): Promise<void> {
  // Throws for a missing or invalid address or token, which would otherwise fail every tool call.
  remoteAccess(options)
  // Imported here, so that other commands start faster.
  const [{ StdioServerTransport }, { mcpServer }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('../mcp/server.ts'),
  ])
  const log = (message: string, error: unknown) => printError(`${message}: ${errorMessage(error)}`)
  const server = mcpServer({ version, log, api: remoteApi(options) })
  server.onerror = error => log('a message cannot be read', error)
  await server.connect(new StdioServerTransport())
}

/** The HTTP interface of a running Millrace, with the rights of the token. */
function remoteApi(options: RemoteOptions): Api {
  return {
    async request(method, path, body, signal) {
      try {
        const answer: unknown = await requestJson(options, method, path, body, requestTimeoutMs, signal)
        return { status: 200, body: answer }
      } catch (error) {
        if (error instanceof MillraceError && error.status >= 400) return error
        throw new ToolError(errorMessage(error))
      }
    },
  }
}
