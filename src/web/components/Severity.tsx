import { nameText } from '../../charts/name-text.ts'
import { shortSeverity, toneOf } from '../../charts/severity.ts'

interface Props {
  severity: number
  /** In lists: a name of at most six letters. */
  isShort?: boolean
}

/** A severity as a bar of its colour and its name, for readers who see no colours. */
export function Severity({ severity, isShort = false }: Props) {
  return (
    <span className={severity <= 3 ? 'severity urgent' : 'severity'}>
      <i style={{ background: `var(--severity-${toneOf(severity)})` }} />
      {isShort ? shortSeverity(severity) : nameText('severity', severity)}
    </span>
  )
}
