import type { ReactNode } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import type { QueryRequest } from '../api/queries.ts'
import { MenuItem } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { fileNameOf } from '../files/file-name.ts'
import { type ChosenFormat, formatNames, formats } from '../files/formats.ts'
import { openReportDialog } from '../reports/report-dialog-input.ts'
import { useZone } from '../state/preferences.ts'
import { useHasPermission } from '../state/session.ts'
import { exportTexts } from '../texts/search/exports.ts'
import { startDownload } from './downloads.ts'

interface Props {
  /** Used in the name of the file. */
  title: string
  /** Undefined while there is no result to export. */
  queryId: string | undefined
  query: QueryRequest | undefined
  rows?: number | undefined
  content: ReactNode
  label: string
  className: string
}

/** Exports a result as a file, or opens the form for a report of it. */
export function ExportMenu({ title, queryId, query, rows, content, label, className }: Props) {
  const zone = useZone()
  const canUseReports = useHasPermission('reports')
  const mayExport = queryId !== undefined && query !== undefined
  const start = (format: ChosenFormat) => {
    if (!mayExport) return
    const fileName = fileNameOf(title, Date.now() / 1000, zone)
    startDownload({ queryId, query, format, zone, rows, fileName })
  }
  return (
    <MenuButton content={content} label={label} className={className} alignRight>
      {close => (
        <div className="menu export-menu">
          <p className="menu-title">
            {exportTexts.menu(rows === undefined ? undefined : exactNumber(rows), printable(title), zone)}
          </p>
          {formatNames.map(format => (
            <MenuItem
              key={format}
              disabled={!mayExport}
              onClick={() => {
                close()
                start(format)
              }}
            >
              <span className="export-format">{formats[format].name}</span>
              <span className="faint">{formats[format].use}</span>
            </MenuItem>
          ))}
          {canUseReports && query !== undefined && (
            <MenuItem
              className="menu-last"
              onClick={() => {
                close()
                openReportDialog({ title, query })
              }}
            >
              <Icon name="calendar" />
              {exportTexts.report}
            </MenuItem>
          )}
        </div>
      )}
    </MenuButton>
  )
}
