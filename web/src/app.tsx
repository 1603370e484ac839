import { useEffect } from "preact/hooks";
import { Bubble } from "./components/Bubble.tsx";
import { Later } from "./components/Later.tsx";
import { LiveRegion } from "./components/LiveRegion.tsx";
import { UpdateNotice } from "./components/UpdateNotice.tsx";
import { Dialogs } from "./dialogs/Dialogs.tsx";
import { Enter, Join } from "./screens/Join.tsx";
import { Start } from "./screens/Start.tsx";
import { TableScreen } from "./screens/TableScreen.tsx";
import { disconnect } from "./state/connection.ts";
import { route } from "./state/route.ts";

const later = {
  rules: async () => (await import("./screens/Rules.tsx")).Rules,
  lesson: async () => (await import("./screens/Lesson.tsx")).Lesson,
  replay: async () => (await import("./screens/Replay.tsx")).Replay,
  score: async () => (await import("./screens/score/Keeper.tsx")).Keeper,
  mirror: async () => (await import("./screens/score/Keeper.tsx")).Mirrored,
  received: async () => (await import("./screens/score/Keeper.tsx")).Received,
  solitaire: async () => (await import("./screens/solitaire/Solitaire.tsx")).Solitaire,
};

function Screen() {
  const at = route.value;
  switch (at.at) {
    case "join":
      return <Join key={at.code} code={at.code} />;
    case "enter":
      return <Enter table={at.table} token={at.token} />;
    case "table":
      return <TableScreen key={at.table} name={at.table} />;
    case "replay":
      return (
        <Later load={later.replay} props={{ table: at.table, game: at.game, place: at.place }} />
      );
    case "score":
      return <Later key="score" load={later.score} props={{ what: at.what }} />;
    case "received":
      return <Later key="received" load={later.received} props={{ packed: at.packed }} />;
    case "mirror":
      return <Later key="mirror" load={later.mirror} props={{ code: at.code }} />;
    case "rules":
    case "lesson":
    case "solitaire":
      return <Later key={at.at} load={later[at.at]} props={{}} />;
    default:
      return <Start />;
  }
}

export function App() {
  const at = route.value.at;
  useEffect(() => {
    // An invitation may lead to the same table, with a seat that the old connection knows not of.
    if (["start", "rules", "join", "enter"].includes(at)) disconnect();
    scrollTo(0, 0);
  }, [at]);
  return (
    <>
      <UpdateNotice />
      <main>
        <Screen />
      </main>
      <Dialogs />
      <Bubble />
      <LiveRegion />
    </>
  );
}
