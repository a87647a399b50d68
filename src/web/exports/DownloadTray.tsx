import { useSyncExternalStore } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { printable } from '../../charts/printable.ts'
import { maxRowsIn } from '../../schema/reports/export-format.ts'
import { formatFileSize } from '../../schema/text/format-bytes.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { formatText } from '../files/formats.ts'
import { exportTexts } from '../texts/search/exports.ts'
import { type Download, dismissDownload, downloads, retryDownload } from './downloads.ts'

/** Running and failed downloads, at the bottom of every page. */
export function DownloadTray() {
  const list = useSyncExternalStore(downloads.watch, downloads.get)
  if (list.length === 0) return null
  return (
    <section className="downloads column gap-8" aria-label={exportTexts.downloads}>
      {list.map(download => (
        <DownloadItem key={download.id} download={download} />
      ))}
    </section>
  )
}

function DownloadItem({ download }: { download: Download }) {
  const { id, request, failure } = download
  const failed = failure !== undefined
  const name = printable(request.fileName)
  return (
    <div className={failed ? 'download bad' : 'download'} role={failed ? 'alert' : undefined}>
      <div className="download-words column grow small-text">
        <strong>{name}</strong>
        <span className="soft number">{failed ? failure : progressText(download)}</span>
        {!failed && <progress aria-label={exportTexts.writing(name)} />}
      </div>
      {failed && (
        <Button className="small" onClick={() => retryDownload(download)}>
          {exportTexts.tryAgain}
        </Button>
      )}
      <button
        type="button"
        className={failed ? 'button quiet small icon' : 'button small'}
        aria-label={failed ? exportTexts.close : exportTexts.cancelNamed(name)}
        onClick={() => dismissDownload(id)}
      >
        {failed ? <Icon name="close" size={14} /> : exportTexts.cancel}
      </button>
    </div>
  )
}

function progressText({ request: { format, rows }, bytes }: Download): string {
  const size = bytes === 0 ? exportTexts.starting : formatFileSize(bytes)
  const written = rows === undefined ? undefined : exactNumber(Math.min(rows, maxRowsIn(format)))
  return exportTexts.progress(formatText(format), written, size)
}
