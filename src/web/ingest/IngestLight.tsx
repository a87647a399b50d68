import { printable } from '../../charts/printable.ts'
import type { IngestHealth } from '../../schema/intake/ingest-health.ts'
import { Button } from '../components/Button.tsx'
import { Icon, levelIcons } from '../components/Icon.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { navigate } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { healthTexts } from '../texts/ingest-health.ts'
import { checkText, lightText, lossText } from './check-text.ts'
import { seesAllHosts, useHealth, useMarkHost } from './use-health.ts'
import './ingest.css'

const texts = healthTexts.light
/** Maximum quiet hosts that the panel lists. */
const maxHosts = 5

/** The health of ingest in the top bar of every page: an icon and words. A click shows the failed checks. */
export function IngestLight() {
  const { data: health, error } = useHealth()
  const isFailed = error !== undefined
  const text = lightText(health, isFailed)
  const isWaiting = health?.level === 'ok' && !health.has_events
  const level = isFailed ? 'warning' : isWaiting ? undefined : health?.level
  return (
    <MenuButton
      content={
        <>
          <Icon name={level === undefined ? 'clock' : levelIcons[level]} size={14} />
          <span className="ingest-light-text">{text}</span>
        </>
      }
      label={texts.label(text)}
      className={`button quiet small ingest-light ${level ?? ''}`}
      alignRight
    >
      {close => <LightPanel health={isFailed ? undefined : health} isFailed={isFailed} close={close} />}
    </MenuButton>
  )
}

interface PanelProps {
  health: IngestHealth | undefined
  isFailed: boolean
  close: () => void
}

/** The panel that a click on the light opens. `health`: undefined before it is read, and after a failure. */
function LightPanel({ health, isFailed, close }: PanelProps) {
  const go = (address: string) => {
    close()
    navigate(address)
  }
  const zone = useZone()
  const lost = lossText(health?.losses, zone)
  const failedChecks = health?.checks.filter(({ level }) => level !== 'ok') ?? []
  return (
    <div className="ingest-panel">
      {health === undefined && <p className="soft">{isFailed ? texts.failed : texts.loading}</p>}
      {health !== undefined && failedChecks.length === 0 && (
        <p className="soft">{noProblemText(health, lost)}</p>
      )}
      {failedChecks.length > 0 && (
        <ul className="ingest-wrong">
          {failedChecks.map(check => (
            <li key={check.name} className={check.level}>
              <Icon name={levelIcons[check.level]} size={14} />
              {checkText(check, health?.losses, zone)}
            </li>
          ))}
        </ul>
      )}
      <QuietHosts health={health} />
      <div className="ingest-panel-actions row gap-8">
        <Button className="small" onClick={() => go('/ingest')}>
          {texts.open}
        </Button>
        <Button className="small quiet" onClick={() => go('/send')}>
          {texts.send}
        </Button>
      </div>
    </div>
  )
}

/** The text when no check has failed. `lost`: the text about losses so far, if there are any. */
function noProblemText(health: IngestHealth, lost: string | undefined): string {
  if (!health.has_events) return texts.noEvents
  if (!seesAllHosts(health)) return texts.someHosts
  return lost === undefined ? texts.allWell : healthTexts.wellBut(lost)
}

/** Hosts that fell silent, each with a button that acknowledges its silence. */
function QuietHosts({ health }: { health: IngestHealth | undefined }) {
  const { mark, isPending } = useMarkHost()
  const quiet = health?.quiet ?? []
  if (quiet.length === 0) return null
  const moreCount = (health?.hosts.quiet ?? 0) - maxHosts
  return (
    <ul className="ingest-quiet">
      {quiet.slice(0, maxHosts).map(({ host, silent_seconds: silent, usual_silence: usual }) => (
        <li key={host}>
          <span className="strong-text one-line" title={printable(host)}>
            {printable(host)}
          </span>
          <span className="soft">
            {healthTexts.silent(silent)}
            {usual !== null && <span className="faint"> {healthTexts.usually(usual)}</span>}
          </span>
          <Button
            className="small"
            title={healthTexts.acknowledgeHint}
            aria-label={healthTexts.acknowledgeHost(printable(host))}
            disabled={isPending}
            onClick={() => mark(host, 'acknowledged')}
          >
            {healthTexts.acknowledge}
          </Button>
        </li>
      ))}
      {moreCount > 0 && <li className="faint">{texts.more(moreCount)}</li>}
    </ul>
  )
}
