import { fieldText } from '../../charts/name-text.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { MenuButton } from '../components/MenuButton.tsx'
import { PillEditor } from './PillEditor.tsx'
import { type Pill, withPill } from './pill.ts'
import { pillLabel, pillParts } from './pill-text.ts'

interface Props {
  pills: readonly Pill[]
  /** The service's errors, by index of the pill. */
  errors: ReadonlyMap<number, string> | undefined
  onChange: (pills: Pill[]) => void
}

/** Filters as pills: each can be edited, disabled and removed. */
export function Pills({ pills, errors, onChange }: Props) {
  return (
    <div className="pills">
      {pills.map((pill, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity but their place
          key={index}
          className={`pill${pillClass(pill)}${errors?.has(index) ? ' bad' : ''}`}
        >
          <MenuButton className="pill-face" content={<PillContent pill={pill} />}>
            {close => (
              <PillEditor
                pill={pill}
                onSave={changed => {
                  close()
                  onChange(pills.with(index, changed))
                }}
              />
            )}
          </MenuButton>
          <button
            type="button"
            className="pill-remove"
            aria-label={`Remove the filter on ${fieldText(pill.field)}`}
            onClick={() => onChange(pills.filter((_, other) => other !== index))}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      {[...(errors ?? [])].map(([index, message]) => {
        const pill = pills[index]
        return (
          pill && (
            <p key={index} className="pill-fault" role="alert">
              {pillLabel(pill)}: {message}
            </p>
          )
        )
      })}
      <MenuButton
        className="button quiet small"
        content={
          <>
            <Icon name="plus" size={14} /> Filter
          </>
        }
      >
        {close => (
          <PillEditor
            onSave={added => {
              close()
              onChange(withPill(pills, added))
            }}
          />
        )}
      </MenuButton>
      {pills.length > 1 && (
        <Button className="quiet small" onClick={() => onChange([])}>
          Clear all
        </Button>
      )}
    </div>
  )
}

function pillClass(pill: Pill): string {
  if (pill.off) return ' off'
  return pill.op === 'ne' || pill.op === '!~' ? ' not' : ''
}

function PillContent({ pill }: { pill: Pill }) {
  const [field, sign, values] = pillParts(pill)
  return (
    <>
      <span className="soft">{field}</span> {sign} <b>{values}</b>
    </>
  )
}
