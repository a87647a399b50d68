import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import type { DashboardVariable } from '../../../schema/dashboards/dashboard-variable.ts'
import { isNote } from '../../../schema/dashboards/note.ts'
import type { WidgetDraft } from '../../../schema/dashboards/widget.ts'
import { canIgnore, ignoredVariables } from '../../../schema/dashboards/widget-query.ts'
import { type QueryType, queryTypeNamed } from '../../../schema/query/query.ts'
import { ApiError } from '../../api/http/api-error.ts'
import { useArchive } from '../../archive/use-archive.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { Check } from '../../components/forms/Check.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { widgetEditorTexts as texts } from '../../texts/dashboards/widget-editor.ts'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import type { WidgetContext } from '../data/widget-context.ts'
import { type View, viewOf, views } from '../views/views.ts'
import { WidgetView } from '../WidgetView.tsx'
import { type Config, checkConfig, draftOf, faultsOf, withMember } from './draft.ts'
import { FormControl } from './FormControl.tsx'
import { type FormField, formFields, noteFields } from './form-fields.ts'
import { type GalleryItem, galleryItems } from './gallery-items.ts'
import { useSettled } from './use-settled.ts'
import './widget-editor.css'

interface Props {
  /** The widget to change. Undefined to add one: the user first chooses it from the gallery. */
  widget?: WidgetDraft | undefined
  /** The dashboard that it is for: its time range and variables apply to previews. */
  context: WidgetContext
  /** Rejects with the error of the service, which is shown at the fields. */
  onSave: (draft: WidgetDraft) => Promise<unknown>
  onCancel: () => void
}

/** A dialog to add a widget from a gallery, or to change one. */
export function WidgetEditor({ widget, context, onSave, onCancel }: Props) {
  const [chosen, setChosen] = useState(widget)
  const galleryContext = useMemo(() => ({ ...context, canDrill: false }), [context])
  const title = widget
    ? texts.edit(String(widget.config?.title ?? widget.title ?? '') || widgetTexts.untitled)
    : texts.add
  return (
    <Dialog title={title} className="widget-editor" onClose={onCancel}>
      {chosen ? (
        <WidgetForm
          widget={chosen}
          context={context}
          onSave={onSave}
          onCancel={onCancel}
          onBack={widget ? undefined : () => setChosen(undefined)}
        />
      ) : (
        <Gallery context={galleryContext} onChoose={({ draft }) => setChosen(draft)} />
      )}
    </Dialog>
  )
}

interface GalleryProps {
  context: WidgetContext
  onChoose: (item: GalleryItem) => void
}

/** The widgets to choose from, each with a preview of the actual logs. Previews off screen run no query. */
function Gallery({ context, onChoose }: GalleryProps) {
  return (
    <div className="gallery">
      <p className="soft">{texts.choose}</p>
      <ul>
        {galleryItems.map(item => {
          const [title, use] = texts.kinds[item.id]
          return (
            <li key={item.id}>
              <div className="gallery-preview" inert>
                <WidgetView widget={item.draft} context={context} />
              </div>
              <button type="button" className="gallery-choice column" onClick={() => onChoose(item)}>
                <strong>{title}</strong>
                <span>{use}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface WidgetFormProps {
  widget: WidgetDraft
  context: WidgetContext
  onSave: (draft: WidgetDraft) => Promise<unknown>
  onCancel: () => void
  /** Back to the gallery, for a new widget. */
  onBack: (() => void) | undefined
}

/** Fields needed most often. The others are in a section that is closed at first. */
const mainFields = new Set([
  'note_text',
  'time_range',
  'filter',
  'field',
  'limit',
  'sort',
  'columns',
  'target',
  'is_open',
  'cpu',
  'fs',
  'disk',
  'interface',
])

const isMain = ({ name }: FormField) => mainFields.has(name) || name.startsWith('show_')

/** The settings of a widget, generated from the schema of its type, with a preview of the result. */
function WidgetForm({ widget, context, onSave, onCancel, onBack }: WidgetFormProps) {
  const type = queryTypeNamed(widget.type)
  const [config, setConfig] = useState<Config>({
    ...widget.config,
    title: widget.config?.title ?? widget.title ?? '',
  })
  const [previewError, setPreviewError] = useState<unknown>()
  const [saveError, setSaveError] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  const view = type && viewOf(type, config)
  const hasArchive = useArchive() !== undefined
  const fields = useMemo(() => {
    if (isNote(widget.type)) return noteFields()
    return type && view ? formFields(type, view, hasArchive) : []
  }, [widget.type, type, view, hasArchive])
  const names = fields.map(({ name }) => name)
  const localFaults = checkConfig(config, fields)
  // The preview itself shows errors that have no fields, such as a lost connection.
  const serviceFaults = faultsOf(
    saveError ?? (previewError instanceof ApiError ? previewError : undefined),
    names,
  )
  const settled = useSettled(config)
  const preview = useMemo(() => ({ type: widget.type, config: { ...settled } }), [widget.type, settled])
  const previewContext = useMemo(
    () => ({ ...context, canDrill: false, isEager: true, onFault: setPreviewError }),
    [context],
  )
  const titleInput = useRef<HTMLInputElement>(null)
  // In the next frame, because the dialog focuses its first control when it opens.
  useEffect(() => {
    const frame = requestAnimationFrame(() => titleInput.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const set = (name: string, value: unknown) => {
    setSaveError(undefined)
    setConfig(before => withMember(before, name, value))
  }
  const chooseView = (chosen: View) => {
    set('view_type', chosen)
    // The trend of a table needs periods.
    if (type === 'TopN' && chosen === 'table' && config.with_subperiods === undefined)
      set('with_subperiods', true)
  }
  const body = useRef<HTMLDivElement>(null)
  const save = async () => {
    // A search with a syntax error is marked in its box.
    const invalid = body.current?.querySelector<HTMLInputElement>('.query-input:invalid')
    if (invalid) return invalid.focus()
    setSaving(true)
    try {
      await onSave(draftOf(widget, config))
    } catch (error) {
      setSaveError(error)
      setSaving(false)
    }
  }
  const control = (field: FormField) => (
    <FormControl
      key={field.name}
      field={field}
      value={config[field.name]}
      fault={localFaults.fields.get(field.name) ?? serviceFaults.fields.get(field.name)}
      onChange={value => set(field.name, value)}
    />
  )
  const furtherFields = fields.filter(field => !isMain(field))
  const hasHiddenFault = furtherFields.some(
    ({ name }) => localFaults.fields.has(name) || serviceFaults.fields.has(name),
  )
  return (
    <div ref={body} className="widget-editor-body">
      <div className="widget-form column gap-12">
        <TextField
          ref={titleInput}
          label={texts.title}
          value={String(config.title ?? '')}
          placeholder={texts.titlePlaceholder}
          maxLength={500}
          onChange={title => set('title', title)}
        />
        {type && view && <ViewChoice type={type} view={view} onChange={chooseView} />}
        {fields.filter(isMain).map(control)}
        <VariableChecks
          type={widget.type}
          config={config}
          variables={context.variables ?? []}
          onChange={ignored => set('ignore_variables', ignored.length === 0 ? undefined : ignored)}
        />
        {furtherFields.length > 0 && (
          // Opens for a fault. Otherwise the user opens and closes it, so `open` is not given.
          <details open={hasHiddenFault || undefined}>
            <summary>{texts.more}</summary>
            <div className="widget-form-more column gap-12">{furtherFields.map(control)}</div>
          </details>
        )}
      </div>
      <div className="widget-preview column">
        <h3 className="label">{texts.preview}</h3>
        <div className="widget-preview-place">
          <WidgetView widget={preview} context={previewContext} />
        </div>
      </div>
      <footer>
        {serviceFaults.generalFault !== undefined && saveError !== undefined && (
          <p className="field-hint bad" role="alert">
            {serviceFaults.generalFault}
          </p>
        )}
        {onBack && (
          <Button className="quiet" onClick={onBack}>
            {texts.back}
          </Button>
        )}
        <span className="grow" />
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button
          className="primary"
          disabled={isSaving || localFaults.fields.size > 0}
          onClick={() => void save()}
        >
          {isSaving ? texts.saving : texts.save}
        </Button>
      </footer>
    </div>
  )
}

interface ViewChoiceProps {
  type: QueryType
  view: View
  onChange: (view: View) => void
}

/** The views of a type as buttons; nothing if there is only one. */
function ViewChoice({ type, view, onChange }: ViewChoiceProps) {
  const id = useId()
  const known: readonly View[] = views[type]
  if (known.length < 2) return null
  return (
    <div className="form-field">
      <span className="label" id={id}>
        {texts.view}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the box */}
      <div className="wrap-row gap-4" role="group" aria-labelledby={id}>
        {known.map(one => (
          <Button key={one} className="small" aria-pressed={one === view} onClick={() => onChange(one)}>
            {texts.views[one]}
          </Button>
        ))}
      </div>
    </div>
  )
}

interface VariableChecksProps {
  type: string
  config: Config
  variables: readonly DashboardVariable[]
  /** Gets the names of the variables that the widget ignores. */
  onChange: (ignored: string[]) => void
}

/** The dashboard variables that filter the widget, limited to variables that it can ignore. */
function VariableChecks({ type, config, variables, onChange }: VariableChecksProps) {
  const ignored = ignoredVariables(config)
  return variables
    .filter(variable => canIgnore(type, config, variable))
    .map(({ name, label }) => (
      <Check
        key={name}
        isOn={!ignored.includes(name)}
        onChange={isOn => onChange(isOn ? ignored.filter(one => one !== name) : [...ignored, name])}
      >
        {texts.filteredBy(printable(label || name))}
      </Check>
    ))
}
