import { Repeater } from '../../async/repeater.ts'
import type { Node } from '../../metadata/nodes/nodes.ts'
import type { Metadata } from '../../metadata/open.ts'
import type { AnnouncedDrops } from '../../metadata/retention/announced-drops.ts'
import { formatDays } from '../../storage/store/retention/announcement.ts'
import type { DropKind, SharedDrops } from '../../storage/store/retention/shared-drops.ts'
import type { StartContext } from './start-context.ts'

/** How a log line continues, by the kind of drop. */
const reasons: Record<string, string> = {
  events: ' of events in an hour, if they are still due',
  figures: ' of figures in an hour, if they are still due',
  archive: ' of the archive in an hour, if they are still due',
  classes: ' of events in an hour as far as their retention classes are due',
  urgent: ' of events in a minute, since a disk is nearly full',
} satisfies Record<DropKind, string>

/** Delay before a failed read is repeated. */
const retryMs = 1_000

type Announcements = Pick<AnnouncedDrops, 'list' | 'onChange' | 'announce' | 'announcedAt'>

/**
 * Exchanges drops (days that retention is about to delete) with the nodes that share the store. Reads and
 * logs the drops that other nodes announce, and repeats a read that fails. Announces the drops of this node.
 */
export async function followDrops(
  { log, closing }: Pick<StartContext, 'log' | 'closing'>,
  { announcedDrops, readTime }: Pick<Metadata, 'readTime'> & { announcedDrops: Announcements },
  self: Node,
): Promise<SharedDrops> {
  let others: readonly string[] = []
  let logged: ReadonlySet<string> = new Set()
  const read = async () => {
    const drops = (await announcedDrops.list()).filter(
      ({ nodeId, days }) => nodeId !== self.id && days.length > 0,
    )
    others = drops.filter(({ kind }) => kind !== 'figures').flatMap(({ days }) => days)
    const lines = drops.map(
      ({ node, kind, days }) => `the node ${node} will drop ${formatDays(days)}${reasons[kind] ?? ''}`,
    )
    for (const line of lines) if (!logged.has(line)) log.warn({ room: 'storage' }, line)
    logged = new Set(lines)
  }
  // One read at a time: an older one that ends later would hide the drops of a newer one.
  const reads = new Repeater(read, error => {
    log.warn({ room: 'storage', err: error }, 'could not read which days other nodes drop')
    reads.runIn(retryMs)
  })
  closing.defer(announcedDrops.onChange(() => void reads.run()))
  closing.defer(() => void reads.close())
  await reads.run()
  return {
    async now() {
      if (readTime === undefined) throw new Error('the metadata is in a file of this machine')
      return (await readTime()) / 1_000
    },
    async announce(kind, days) {
      await announcedDrops.announce(self, kind, days)
      // Reads again, since announcements of ended nodes expire without a change event.
      await reads.run()
    },
    async announcedAt(kind, day) {
      const at = await announcedDrops.announcedAt(self, kind, day)
      return at === undefined ? undefined : at / 1_000
    },
    others: () => others,
  }
}
