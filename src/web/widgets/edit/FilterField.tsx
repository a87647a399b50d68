import { useId, useState } from 'react'
import { type Pill, withPill } from '../../../filter/typed/pill.ts'
import { TextField } from '../../components/forms/TextField.tsx'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { PillEditor } from '../../search/pills/PillEditor.tsx'
import { PillFace, pillClass } from '../../search/pills/PillFace.tsx'
import { pillName } from '../../search/state/pill-text.ts'
import { widgetEditorTexts as texts } from '../../texts/dashboards/widget-editor.ts'
import { filterForm, filterOfForm } from './filter-pills.ts'

interface Props {
  filter: unknown
  fault: string | undefined
  onChange: (filter: unknown[] | undefined) => void
}

/** A filter: words to search messages for, and conditions as pills. */
export function FilterField({ filter, fault, onChange }: Props) {
  const id = useId()
  // The form keeps what the filter cannot: spaces around the text, and disabled pills.
  const [form, setForm] = useState(() => filterForm(filter))
  /** The filter before any change, for members of its conditions that pills do not have. */
  const [original] = useState(filter)
  const change = (changed: Partial<typeof form>) => {
    const next = { ...form, ...changed }
    setForm(next)
    onChange(filterOfForm(next, original))
  }
  const setPills = (pills: readonly Pill[]) => change({ pills })
  return (
    <div className="column gap-12">
      <TextField
        label={texts.words}
        hint={texts.wordsHint}
        fault={fault}
        value={form.text}
        spellCheck={false}
        onChange={text => change({ text })}
      />
      <div className="form-field">
        <span className="label" id={id}>
          {texts.filters}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the box */}
        <div className="pills" role="group" aria-labelledby={id}>
          {form.pills.map((pill, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity but their place
            <span key={index} className={pillClass(pill)}>
              <MenuButton className="pill-face one-line" content={<PillFace pill={pill} />}>
                {close => (
                  <PillEditor
                    pill={pill}
                    onSave={changed => {
                      close()
                      setPills(form.pills.with(index, changed))
                    }}
                  />
                )}
              </MenuButton>
              <button
                type="button"
                className="pill-remove"
                aria-label={texts.removeFilter(pillName(pill))}
                onClick={() => setPills(form.pills.filter((_, other) => other !== index))}
              >
                <Icon name="close" size={12} />
              </button>
            </span>
          ))}
          <MenuButton
            className="button quiet small"
            content={
              <>
                <Icon name="plus" size={14} /> {texts.addFilter}
              </>
            }
          >
            {close => (
              <PillEditor
                onSave={added => {
                  close()
                  setPills(withPill(form.pills, added))
                }}
              />
            )}
          </MenuButton>
        </div>
      </div>
    </div>
  )
}
