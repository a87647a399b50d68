import type { Command } from 'commander'
import { type NodeCounters, readNodeCounters } from '../../api/ledger/counters-of-nodes.ts'
import { isRunning, type SeenNode } from '../../metadata/nodes/nodes.ts'
import type { Metadata } from '../../metadata/open.ts'
import { formatSkew } from '../../telemetry/format-skew.ts'
import { dataFolderCommand } from '../command/data-folder-command.ts'
import type { ProgramParts } from '../command/program-parts.ts'
import { pluralize } from '../terminal/pluralize.ts'
import { print, printList } from '../terminal/print.ts'

/** `millrace nodes list|remove`: manages the services that share one PostgreSQL. */
export function nodesCommand(parts: Pick<ProgramParts, 'readSettings'>): Command {
  const { command, add, run, change } = dataFolderCommand(
    'nodes',
    'the services that share one PostgreSQL',
    parts,
  )

  add('list', 'list all nodes and the events waiting in their spools, oldest first', {
    isDefault: true,
  }).action(
    run(async ({ metadata }) => {
      requireShared(metadata)
      // A removed node may be running again, if it was only disconnected.
      const nodes = (await metadata.nodes.list()).filter(node => !node.isRemoved || isRunning(node))
      const lines = nodes.map(node => {
        const { id, name, version, url } = node
        const parts = [
          lastSeen(node),
          spoolText(node),
          clockText(node),
          `version ${version ?? '-'}`,
          url ?? '-',
        ]
        return `${id}  ${name}  ${parts.join('  ')}`
      })
      printList(lines, 'There are no nodes.')
    }),
  )
  add('remove', 'remove a node that will not return; another data folder may then use its name')
    .argument('<name>')
    .option('--force', 'even if events wait in its spool, because its data folder is lost')
    .action(
      change('delete', 'node', async ({ metadata }, name: string, { force = false }: { force?: boolean }) => {
        requireShared(metadata)
        const node = (await metadata.nodes.list()).find(one => one.name === name)
        const waiting = node === undefined ? undefined : countersOf(node)?.counters.inFlight
        if (waiting !== undefined && waiting > 0 && !force)
          throw new Error(
            `The spool of ${name} has ${pluralize(waiting, 'event')}: start it once with its data folder, or use --force if that is lost.`,
          )
        await metadata.nodes.remove(name)
        print(`removed ${name}`)
        return { title: name }
      }),
    )
  return command
}

function requireShared({ isShared }: Metadata): void {
  if (!isShared)
    throw new Error('There are no nodes: they share a PostgreSQL, which MILLRACE_POSTGRES_URL names.')
}

function countersOf(node: SeenNode): NodeCounters | undefined {
  return readNodeCounters([node], isRunning)[0]
}

function lastSeen(node: SeenNode): string {
  if (isRunning(node)) return 'runs'
  if (node.ageSeconds === null) return 'never seen'
  const seen = new Date(Date.now() - node.ageSeconds * 1_000).toISOString()
  return `last seen ${seen.slice(0, 19)}Z`
}

function spoolText(node: SeenNode): string {
  const known = countersOf(node)
  if (known === undefined) return 'spool unknown'
  const { inFlight, state } = known.counters
  return `spool ${pluralize(inFlight, 'event')}, ${pluralize(state.spoolBytes, 'byte')}`
}

/** By how much the clock of the node is ahead of the clock of PostgreSQL, or behind. */
function clockText({ clockSkewMs }: SeenNode): string {
  return `clock ${clockSkewMs === null ? 'unknown' : formatSkew(clockSkewMs)}`
}
