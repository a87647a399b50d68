import type { ReactNode } from 'react'
import { readHealth } from '../api/ingest.ts'
import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { Notice } from '../components/Notice.tsx'
import { useRead } from '../state/use-read.ts'
import { sendTexts } from '../texts/settings/send.ts'

const texts = sendTexts.first

/** First steps while no event was ever received; otherwise `children`. */
export function FirstSteps({ children = null }: { children?: ReactNode }) {
  const { data } = useRead(['ingest', 'health'], readHealth)
  if (data === undefined || data.has_events) return children
  return (
    <Notice title={texts.title}>
      {texts.text}
      <div className="actions">
        <Link className="button primary" href="/send">
          <Icon name="plus" size={14} />
          {texts.action}
        </Link>
      </div>
    </Notice>
  )
}
