import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dashboard, DashboardDraft } from '../../../schema/dashboards/dashboard.ts'
import { importDashboards } from '../../api/dashboards.ts'
import { errorText } from '../../api/http/api-error.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { widgetTitle } from '../draft/draft.ts'
import { maxFileBytes, readDashboards } from './import-files.ts'

const { importing: texts } = dashboardTexts

/** What became of the files of one import. */
export interface ImportResult {
  /** The created dashboards. */
  made: readonly Dashboard[]
  /** Files that failed to import, with the reason. */
  failures: readonly string[]
  /** Widgets whose search cannot be read. */
  warnings: readonly string[]
}

/** The import of files into the list of dashboards. */
export interface Import {
  /** `reading` while files are read and sent. */
  state: 'reading' | ImportResult | undefined
  start: (files: readonly File[]) => Promise<void>
  clear: () => void
}

/**
 * Imports files of dashboards, each file completely or not at all. If the user leaves the list meanwhile, the
 * import continues, but its result is not shown.
 */
export function useImport(): Import {
  const client = useQueryClient()
  const [state, setState] = useState<Import['state']>()
  const start = async (files: readonly File[]) => {
    if (files.length === 0) return
    setState('reading')
    const result = await importFiles(files, importDashboards)
    void client.invalidateQueries({ queryKey: ['dashboards'] })
    setState(result)
  }
  return { state, start, clear: () => setState(undefined) }
}

/** Reads and sends files one after the other. `send` creates the dashboards of one file, or throws. */
export async function importFiles(
  files: readonly Pick<File, 'name' | 'size' | 'text'>[],
  send: (drafts: DashboardDraft[]) => Promise<readonly Dashboard[]>,
): Promise<ImportResult> {
  const made: Dashboard[] = []
  const failures: string[] = []
  for (const file of files) {
    try {
      const read = await draftsIn(file)
      if (typeof read === 'string') failures.push(read)
      else made.push(...(await send(read)))
    } catch (error) {
      // The service has refused the file, or it cannot be read: a folder was dropped, or the file was
      // deleted.
      failures.push(texts.refused(file.name, errorText(error)))
    }
  }
  return { made, failures, warnings: made.flatMap(warningsOf) }
}

/** The dashboards of a file, or the reason why it has none. Throws if the file cannot be read. */
async function draftsIn(file: Pick<File, 'name' | 'size' | 'text'>): Promise<DashboardDraft[] | string> {
  if (file.size > maxFileBytes) return texts.tooLarge(file.name, maxFileBytes / 1_000_000)
  const [text, { parse }] = await Promise.all([file.text(), import('yaml')])
  const read = readDashboards(text, text => parse(text, { maxAliasCount: 100 }))
  if ('reason' in read) {
    return read.reason === 'syntax' ? texts.syntax(file.name, read.detail) : texts.content(file.name)
  }
  return read.drafts
}

/** The warnings of the service about the widgets of a created dashboard. */
function warningsOf({ title, widgets, warnings = [] }: Dashboard): string[] {
  return warnings.map(({ widget_id, message }) => {
    const widget = widgets.find(({ id }) => id === widget_id)
    return texts.warning(title, widget ? widgetTitle(widget) : '', message)
  })
}
