import type { ArchiveSource } from '../../api/archive/routes.ts'
import type { ArchivedDayRecord } from '../../schema/store/archive.ts'
import type { Archive } from '../../storage/store/archive/archive.ts'
import { type ArchivedDay, filesOf } from '../../storage/store/archive/archived-days.ts'

/** The archive as the interface shows it. */
export function archiveSource(archive: Archive): ArchiveSource {
  return {
    state() {
      const cold = archive.days.all.filter(({ isHot }) => !isHot)
      return {
        is_configured: true,
        days: cold.length,
        bytes: cold.flatMap(filesOf).reduce((sum, { bytes }) => sum + bytes, 0),
        first_day: cold[0]?.day ?? null,
        last_day: cold.at(-1)?.day ?? null,
        after_days: archive.settings.afterDays,
        retention_days: archive.settings.retentionDays,
      }
    },
    days: () => archive.days.all.map(recordOf),
    async verify(wanted) {
      const day = archive.days.all.find(other => other.day === wanted)
      return day && { day: day.day, problems: await archive.verify(day) }
    },
    restores: () => archive.restores.entries,
    restore: ({ day, keep_days }, username) => archive.restores.begin(day, keep_days, username),
    problems: () => archive.problems,
    away: () => archive.away,
  }
}

function recordOf(day: ArchivedDay): ArchivedDayRecord {
  const files = filesOf(day)
  return {
    day: day.day,
    events: files.reduce((sum, { events }) => sum + events, 0),
    occurrences: files.reduce((sum, { occurrences }) => sum + occurrences, 0),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    files: files.length,
    archived_at: day.manifests.at(-1)?.created_at ?? 0,
    is_hot: day.isHot,
  }
}
