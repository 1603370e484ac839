import { useId } from "preact/hooks";
import { t } from "../i18n/index.ts";

/** A choice among few, as a list that every phone knows how to show. */
export function Choice<T extends string>({
  label,
  value,
  options,
  choose,
  disabled = false,
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly disabled?: boolean;
  readonly choose: (value: NoInfer<T>) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => choose(event.currentTarget.value as T)}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option} selected={option === value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

export function Toggle({
  label,
  on,
  set,
  disabled = false,
}: {
  readonly label: string;
  readonly on: boolean;
  readonly disabled?: boolean;
  set(on: boolean): void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={on}
        disabled={disabled}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

export function TextField({
  label,
  value,
  set,
  maxLength,
  note,
  autocomplete = "off",
}: {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly note?: string;
  readonly autocomplete?: string;
  set(value: string): void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        value={value}
        maxLength={maxLength}
        autocomplete={autocomplete}
        spellcheck={false}
        aria-describedby={note ? `${id}-note` : undefined}
        onInput={(event) => set(event.currentTarget.value)}
      />
      {note && <small id={`${id}-note`}>{note}</small>}
    </div>
  );
}

/** A number with a button to either side. */
export function Stepper({
  label,
  value,
  least,
  most,
  set,
}: {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  set(value: number): void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="stepper">
        <button
          type="button"
          aria-label={`${label}${t("colon")}${Math.max(least, value - 1)}`}
          aria-disabled={value <= least}
          onClick={() => value > least && set(value - 1)}
        >
          −
        </button>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          value={value}
          onChange={(event) => {
            const wanted = Math.round(Number(event.currentTarget.value)) || least;
            set(Math.min(most, Math.max(least, wanted)));
          }}
        />
        <button
          type="button"
          aria-label={`${label}${t("colon")}${Math.min(most, value + 1)}`}
          aria-disabled={value >= most}
          onClick={() => value < most && set(value + 1)}
        >
          +
        </button>
      </div>
    </div>
  );
}
