/** Archives all days of a store that are old enough, then restores the oldest one. The test kills it. */
import type { S3Location } from '../../../clients/s3/location.ts'
import { ManualClocks } from '../../../testing/manual-clocks.ts'
import type { ArchiveLocation } from '../open-place.ts'
import { openArchivingStore, today } from './archiving-store.ts'

const [folder = '', place = ''] = process.argv.slice(2)
// The test writes a folder, or a location as JSON.
const archive: ArchiveLocation = place.startsWith('{') ? (JSON.parse(place) as S3Location) : place
const clocks = new ManualClocks(today * 1000 + 1)
const store = await openArchivingStore({ folder, archive }, { clocks })
await store.retention.tick()
process.send?.('open')
await clocks.expire(store)
process.send?.('archived')
const [oldest] = store.archive?.daysIn({ from: 0, to: today }) ?? []
if (oldest !== undefined) {
  await store.archivedDays?.restores.begin(oldest.day, 1, 'test')
  await store.archivedDays?.restores.idle()
}
process.send?.('restored')
