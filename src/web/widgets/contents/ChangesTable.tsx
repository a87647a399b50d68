import { changedFieldText, changedValueText, newOrGone } from '../../../charts/changes-text.ts'
import { exactNumber, shareText } from '../../../charts/number-text.ts'
import type { ChangedValue } from '../../../schema/query/changes.ts'
import { Link } from '../../components/Link.tsx'
import { changeTexts as texts } from '../../texts/search/changes.ts'
import { shortLabel } from './short-label.ts'

interface Props {
  values: readonly ChangedValue[]
  /** A click on a value. Absent: values are not clickable. */
  onPick: ((value: ChangedValue) => void) | undefined
  /** The search for the events of a value: in one of the ranges, or earlier. Absent: counts are not links. */
  addressOf?: ((value: ChangedValue, when: 'now' | 'before' | 'earlier') => string) | undefined
}

/** Values whose share moved, with their counts and shares in both ranges. */
export function ChangesTable({ values, onPick, addressOf }: Props) {
  return (
    <table className="widget-table changes-table">
      <thead>
        <tr>
          <th scope="col">{texts.value}</th>
          <th scope="col" className="right">
            {texts.before}
          </th>
          <th scope="col" className="right">
            {texts.now}
          </th>
          <th scope="col">{texts.share}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(value => {
          const name = shortLabel(changedValueText(value))
          const field = shortLabel(changedFieldText(value.field))
          return (
            <tr key={JSON.stringify([value.field, value.value])}>
              <th scope="row">
                <button
                  type="button"
                  className="widget-table-name one-line"
                  disabled={!onPick}
                  title={texts.filter(`${field}: ${name}`)}
                  onClick={() => onPick?.(value)}
                >
                  <span className="soft">{field}</span>{' '}
                  <b className={value.field === 'template' ? 'mono' : undefined}>{name}</b>
                </button>
              </th>
              <td className="number right">
                <Count value={value} name={name} isBefore addressOf={addressOf} />
              </td>
              <td className="number right">
                <Count value={value} name={name} isBefore={false} addressOf={addressOf} />
              </td>
              <td>
                <span className="changes-shares">
                  <Shares value={value} />
                  {addressOf && (
                    <Link
                      className="changes-earlier small-text soft"
                      href={addressOf(value, 'earlier')}
                      title={texts.earlierHint(name)}
                      aria-label={`${texts.earlier}: ${texts.earlierHint(name)}`}
                    >
                      {texts.earlier}
                    </Link>
                  )}
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface CountProps extends Pick<Props, 'addressOf'> {
  value: ChangedValue
  name: string
  isBefore: boolean
}

/** A count that leads to its events. */
function Count({ value, name, isBefore, addressOf }: CountProps) {
  const count = isBefore ? value.count_before : value.count
  if (count === 0 || addressOf === undefined) return exactNumber(count)
  return (
    <Link
      className="changes-count"
      href={addressOf(value, isBefore ? 'before' : 'now')}
      aria-label={texts.events(count, name)}
    >
      {exactNumber(count)}
    </Link>
  )
}

/** Both shares as bars: before above, now below. */
function Shares({ value }: { value: ChangedValue }) {
  const { share, share_before: before } = value
  const state = newOrGone(value)
  return (
    <>
      <span className="changes-bars" aria-hidden="true">
        <i style={{ width: widthOf(before) }} />
        <i style={{ width: widthOf(share) }} />
      </span>
      <span className="number">{texts.shares(shareText(before), shareText(share))}</span>
      {state && <span className="tag-note">{texts[state]}</span>}
    </>
  )
}

/** A share above zero is always visible. */
function widthOf(share: number): string {
  return `${Math.max(share > 0 ? 2 : 0, share * 100)}%`
}
