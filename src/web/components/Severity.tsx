import { nameText } from '../../charts/name-text.ts'
import { shortSeverity, toneOf } from '../../charts/severity.ts'

interface Props {
  /** A code of RFC 5424. */
  severity: number
  /** In lists: a name of at most six letters. */
  isShort?: boolean
}

/** The code of severity "error": this severity and more severe ones are emphasised. */
const errorSeverity = 3

/** A severity as a bar of its colour and its name, for readers who see no colours. */
export function Severity({ severity, isShort = false }: Props) {
  return (
    <span className={severity <= errorSeverity ? 'severity urgent' : 'severity'}>
      <i style={{ background: `var(--severity-${toneOf(severity)})` }} />
      {isShort ? shortSeverity(severity) : nameText('severity', severity)}
    </span>
  )
}
