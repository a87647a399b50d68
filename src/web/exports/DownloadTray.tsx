import { useSyncExternalStore } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { maxRowsIn } from '../../schema/export-format.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { byteText } from './byte-text.ts'
import { type Download, dismissDownload, downloads, retryDownload } from './downloads.ts'
import { formatText } from './formats.ts'

/** Running and failed downloads, at the bottom of every page. */
export function DownloadTray() {
  const list = useSyncExternalStore(downloads.watch, downloads.get)
  if (list.length === 0) return null
  return (
    <section className="downloads" aria-label="Downloads">
      {list.map(download => (
        <Item key={download.id} download={download} />
      ))}
    </section>
  )
}

function Item({ download }: { download: Download }) {
  const { id, request, failure } = download
  const failed = failure !== undefined
  return (
    <div className={failed ? 'download bad' : 'download'} role={failed ? 'alert' : undefined}>
      <div className="download-words">
        <strong>{request.fileName}</strong>
        <span className="soft number">{failed ? failure : progressText(download)}</span>
        {!failed && <progress aria-label={`Writing ${request.fileName}`} />}
      </div>
      {failed && (
        <Button className="small" onClick={() => retryDownload(download)}>
          Try again
        </Button>
      )}
      <button
        type="button"
        className={failed ? 'button quiet small icon' : 'button small'}
        aria-label={failed ? 'Close' : `Cancel ${request.fileName}`}
        onClick={() => dismissDownload(id)}
      >
        {failed ? <Icon name="close" size={14} /> : 'Cancel'}
      </button>
    </div>
  )
}

function progressText({ request: { format, rows }, bytes }: Download): string {
  const size = bytes === 0 ? 'starting…' : byteText(bytes)
  const of = rows === undefined ? '' : ` of ${exactNumber(Math.min(rows, maxRowsIn(format)))} rows`
  return `${formatText(format)}${of} · ${size}`
}
