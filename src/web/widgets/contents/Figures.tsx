/** A number with its name. */
export interface Figure {
  name: string
  text: string
  unit?: string
  isStrong?: boolean
}

/** Numbers in a row, each with its name. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="widget-figures">
      {figures.map(({ name, text, unit, isStrong }) => (
        <div key={name} className={isStrong ? 'widget-figure strong' : 'widget-figure'}>
          <dt>{name}</dt>
          <dd className="number">
            {text}
            {unit !== undefined && <small>{unit}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
