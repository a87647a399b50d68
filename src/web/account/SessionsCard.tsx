import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { agoText, minuteText } from '../../charts/time-text.ts'
import type { Session } from '../../schema/people/session.ts'
import { endOtherSessions, endSession, readSessions } from '../api/account.ts'
import { Button } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/dialogs/ConfirmDialog.tsx'
import { ReadError } from '../components/ErrorNotice.tsx'
import { useAction } from '../components/use-action.ts'
import { useNow } from '../components/use-now.ts'
import { useZone } from '../state/preferences.ts'
import { useRead } from '../state/use-read.ts'
import { accountTexts } from '../texts/settings/account.ts'
import { agentName } from './agent-name.ts'
import { Card } from './Card.tsx'

const { sessions: texts } = accountTexts

/** Sessions of the user. */
export function SessionsCard() {
  const sessions = useRead(['sessions'], readSessions)
  const [isConfirming, setIsConfirming] = useState(false)
  const { act } = useAction('sessions')
  const allSessions = sessions.data ?? []
  const others = allSessions.filter(({ current }) => !current)
  const endOthers = others.length > 0 && (
    <Button className="small" onClick={() => setIsConfirming(true)}>
      {texts.endOthers}
    </Button>
  )
  return (
    <Card title={texts.title} action={endOthers}>
      <ReadError of={sessions} title={texts.failed} />
      <ul className="sessions">
        {allSessions.map(session => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() => act(() => endSession(session.id), texts.ended)}
          />
        ))}
      </ul>
      {sessions.data && others.length === 0 && <p className="faint">{texts.noOthers}</p>}
      {isConfirming && (
        <ConfirmDialog
          title={texts.endOthersTitle}
          confirmLabel={texts.endOthers}
          onConfirm={() => act(endOtherSessions, texts.othersEnded)}
          onClose={() => setIsConfirming(false)}
        >
          {texts.endOthersText(others.length)}
        </ConfirmDialog>
      )}
    </Card>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { agent, address, current, created_at, last_used_at } = session
  const zone = useZone()
  const now = useNow(10)
  const name = `${agentName(agent)} ${address === '' ? texts.fromUnknown : texts.from(address)}`
  const used = texts.used(agoText(last_used_at, now))
  return (
    <li>
      <div>
        <strong title={printable(agent)}>{name}</strong>
        {current && <span className="badge info">{texts.current}</span>}
        <span className="faint">{`${texts.started(minuteText(created_at, zone))} · ${used}`}</span>
      </div>
      {!current && (
        <Button className="small" aria-label={texts.endLabel(name)} onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </li>
  )
}
