import type { DashboardDraft } from '../../../schema/dashboards/dashboard.ts'
import { readDashboardFile } from '../../api/dashboards.ts'
import { fileNameOf } from '../../files/file-name.ts'
import { saveFile } from '../../files/save-file.ts'

export type ExportFormat = 'json' | 'yaml'

/**
 * Saves dashboards as one file. Dashboards given by id are read from the service. One dashboard is saved as
 * an object, several as a list. `title` becomes a part of the file name.
 */
export async function exportDashboards(
  dashboards: readonly (number | DashboardDraft)[],
  title: string,
  format: ExportFormat,
  zone: string,
): Promise<void> {
  const contents: unknown[] = []
  // One after the other, so that the service does not get hundreds of requests at once.
  for (const dashboard of dashboards)
    contents.push(typeof dashboard === 'number' ? await readDashboardFile(dashboard) : dashboard)
  const value = contents.length === 1 ? contents[0] : contents
  const text =
    format === 'json' ? `${JSON.stringify(value, null, 2)}\n` : (await import('yaml')).stringify(value)
  const type = format === 'json' ? 'application/json' : 'application/yaml'
  saveFile(new Blob([text], { type }), `${fileNameOf(title, Date.now() / 1000, zone)}.${format}`)
}
