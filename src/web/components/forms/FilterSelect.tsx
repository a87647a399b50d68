interface Props<Word extends string | number> {
  label: string
  /** The option for no filter; undefined: one of the words is always chosen. */
  none?: string
  value: Word | undefined
  words: readonly Word[]
  textOf: (word: Word) => string
  onChange: (word: Word | undefined) => void
}

/** A filter by one of several words, or the choice of an order. */
export function FilterSelect<Word extends string | number>(props: Props<Word>) {
  const { label, none, value, words, textOf, onChange } = props
  return (
    <select
      className="field"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(words.find(word => String(word) === target.value))}
    >
      {none !== undefined && <option value="">{none}</option>}
      {words.map(word => (
        <option key={word} value={word}>
          {textOf(word)}
        </option>
      ))}
    </select>
  )
}
