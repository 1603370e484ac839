import { useEffect, useRef, useState } from "preact/hooks";
import type { Qr } from "../generated/protocol.ts";
import { t } from "../i18n/index.ts";
import { drawQr } from "../net/http.ts";
import { speak } from "../state/announce.ts";
import { Icon } from "./Icon.tsx";

interface Shown {
  readonly title: string;
  readonly note: string;
  readonly address: string;
  /** What can be typed in place of the link. */
  readonly code?: string;
  /** Whether to draw a QR code, which needs the server. */
  readonly qr?: boolean;
}

/** A link with its QR code, to be copied, shared or scanned. */
export function LinkCard({ title, note, address, code, qr: wanted = true }: Shown) {
  const [qr, setQr] = useState<Qr | null>(null);
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    drawQr(address).then(
      (drawn) => current && setQr(drawn),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [address]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      // Pages without https, as phones in the house see them, have only the old way. Where that
      // fails too, the address stays marked, to be copied by hand.
      field.current?.select();
      if (!document.execCommand("copy")) return;
    }
    setCopied(true);
    speak(t("copied"));
    setTimeout(() => setCopied(false), 2000);
  }

  return (
    <section class="link-card">
      <div>
        <h2>{title}</h2>
        <p class="note">{note}</p>
        {code && (
          <p class="code">
            <span class="sr">{t("code") + t("colon")}</span>
            {code}
          </p>
        )}
        <input
          ref={field}
          readOnly
          value={address}
          aria-label={title}
          onFocus={(e) => e.currentTarget.select()}
        />
        <div class="row">
          <button type="button" onClick={copy}>
            <Icon name={copied ? "check" : "copy"} /> {t(copied ? "copied" : "copy")}
          </button>
          {"share" in navigator && (
            <button
              type="button"
              onClick={() => navigator.share({ url: address, title: t("title") }).catch(() => {})}
            >
              <Icon name="share" /> {t("share")}
            </button>
          )}
        </div>
      </div>
      {qr && (
        <svg
          class="qr"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label={t("qr", { title })}
        >
          <path d={qr.path} />
        </svg>
      )}
    </section>
  );
}
