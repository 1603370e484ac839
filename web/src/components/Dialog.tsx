import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n/index.ts";
import { Icon } from "./Icon.tsx";

interface Shown {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
  /** Buttons that stay at the foot. */
  readonly foot?: ComponentChildren;
  readonly wide?: boolean;
}

/** A dialog over the page; focus stays in it and goes back when it closes. */
export function Dialog({ title, close, children, foot, wide = false }: Shown) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before it is painted: the Escape key must never come too early.
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    const first = dialog?.querySelector<HTMLElement>("[data-focus]") ?? dialog?.querySelector("h2");
    first?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key closes every dialog
    <dialog
      ref={element}
      class={wide ? "wide" : ""}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div class="dialog-box">
        <header class="dialog-head">
          <h2 id={heading} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" class="icon" onClick={close} aria-label={t("close")}>
            <Icon name="close" />
          </button>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
        <div class="dialog-body" tabIndex={0}>
          {children}
        </div>
        {foot && <footer class="dialog-foot">{foot}</footer>}
      </div>
    </dialog>
  );
}
