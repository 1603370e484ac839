import { batch } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../components/Icon.tsx";
import { LESSON_OPPONENT } from "../generated/facts.ts";
import { t } from "../i18n/index.ts";
import { END, lessonTable, SCENES, type Scene, sheet } from "../lesson/script.ts";
import type { Command, Reply } from "../net/outbox.ts";
import { speak } from "../state/announce.ts";
import { selected } from "../state/arrange.ts";
import { disconnect, useScript } from "../state/connection.ts";
import { goBack } from "../state/route.ts";
import { playerName } from "../state/settings.ts";
import * as store from "../state/store.ts";
import { Play } from "./Play.tsx";
import { RoundEnd } from "./RoundEnd.tsx";

/** A round of three cards with somebody beside you: the table is the real one, its server a script. */
export function Lesson() {
  const [at, setAt] = useState(0);
  const scene = SCENES[at];

  useEffect(() => {
    let now = 0;
    const show = (to: number) => {
      now = to;
      const next = SCENES[to];
      if (!next) return;
      put(next, to);
      setAt(to);
      speak(coachText(next.coach));
    };
    useScript(async (command): Promise<Reply> => {
      if (command.type === "ready") goBack();
      if (fits(command, SCENES[now])) show(now + 1);
      return { type: "ack", id: "lesson", seq: now };
    });
    show(0);
    return disconnect;
  }, []);

  if (!scene || store.table.value === null) return null;
  return (
    <div class="lesson">
      <aside class="coach" aria-label={t("lesson")}>
        <p>{coachText(scene.coach)}</p>
        <button type="button" class="icon" onClick={goBack} aria-label={t("close")}>
          <Icon name="close" />
        </button>
      </aside>
      {scene.wanted === null ? <RoundEnd lesson /> : <Play />}
    </div>
  );
}

function fits(command: Command, scene: Scene | undefined): boolean {
  const wanted = scene?.wanted;
  if (!wanted || command.type !== wanted.type) return false;
  if (command.type === "draw") return wanted.type === "draw" && command.source === wanted.source;
  return "slot" in wanted && "slot" in command && command.slot === wanted.slot;
}

function put(scene: Scene, at: number): void {
  const over = scene.wanted === null;
  batch(() => {
    selected.value = null;
    store.you.value = { seat: 0, host: true, code: null, watch: null };
    store.table.value = lessonTable(
      playerName.value || t("name.default"),
      over ? "between" : "round",
    );
    store.round.value = scene.round;
    store.hand.value = scene.hand;
    store.sheet.value = sheet(over);
    store.reveal.value = over ? END : null;
    store.online.value = [0];
    store.seq.value = at;
    store.news.value = { events: scene.events, fresh: true };
  });
}

const coachText = (coach: Scene["coach"]) =>
  coach === "lesson.take" || coach === "lesson.end"
    ? t(coach, { name: LESSON_OPPONENT })
    : t(coach);
