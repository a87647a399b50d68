import { exactNumber } from '../../charts/number-text.ts'
import type { Ledger } from '../api/ingest.ts'
import { Icon } from '../components/Icon.tsx'
import { Section } from '../components/Section.tsx'
import { ingestTexts } from '../texts/ingest.ts'

const texts = ingestTexts.balance
const parts = ['stored', 'duplicates', 'dropped', 'out_of_time', 'refused', 'in_flight'] as const

/** received = stored + duplicates + …, in numbers and words. */
export function Balance({ ledger: { totals, is_balanced: isBalanced } }: { ledger: Ledger }) {
  const outside = Object.values(totals.turned_away).reduce((sum, times) => sum + times, totals.udp_dropped)
  return (
    <Section id="ingest-balance" heading={texts.heading}>
      <div className="ingest-balance">
        <Term name="received" value={totals.received} />
        {parts.map((name, index) => (
          <span key={name} className="ingest-step">
            <span className="ingest-operator">{index === 0 ? texts.equals : texts.plus}</span>
            <Term name={name} value={totals[name]} />
          </span>
        ))}
      </div>
      <p className={isBalanced ? 'ingest-verdict ok' : 'ingest-verdict critical'}>
        <Icon name={isBalanced ? 'check' : 'stop'} size={14} />
        {isBalanced ? texts.holds : texts.broken}
      </p>
      {outside > 0 && (
        <p className="ingest-verdict warning">
          <Icon name="warning" size={14} />
          {texts.outside(totals.udp_dropped, outside - totals.udp_dropped)}
        </p>
      )}
    </Section>
  )
}

function Term({ name, value }: { name: keyof typeof texts.members; value: number }) {
  return (
    <span className={value === 0 ? 'ingest-term zero' : 'ingest-term'} title={texts.hints[name]}>
      <strong className="number">{exactNumber(value)}</strong>
      <span>{texts.members[name]}</span>
    </span>
  )
}
