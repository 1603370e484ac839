import { useState } from "preact/hooks";
import type { ShuffleShown } from "../generated/protocol.ts";
import { t } from "../i18n/index.ts";
import { checkShuffle } from "../state/commitment.ts";

/** The shuffles of a round, which everybody can check against what was promised before the deal. */
export function Commitments({ shuffles }: { shuffles: readonly ShuffleShown[] }) {
  if (shuffles.length === 0) return null;
  return (
    <details class="commitments">
      <summary>{t("commit")}</summary>
      <p class="note">{t("commit.how")}</p>
      {shuffles.map((shuffle) => (
        <Shuffle key={shuffle.commit} shuffle={shuffle} />
      ))}
    </details>
  );
}

function Shuffle({ shuffle }: { shuffle: ShuffleShown }) {
  const [verdict, setVerdict] = useState<"good" | "bad" | "unable" | null>(null);
  return (
    <div class="shuffle">
      <code>{shuffle.commit}</code>
      <button
        type="button"
        class="small"
        onClick={async () => {
          setVerdict(await checkShuffle(shuffle));
        }}
      >
        {t("commit.check")}
      </button>
      <span role="status">{verdict && t(`commit.${verdict}`)}</span>
    </div>
  );
}
