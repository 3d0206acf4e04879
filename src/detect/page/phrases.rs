//! The phrases that controls say, by what such a control does.

use std::sync::LazyLock;

use super::text::alphabet::{SPACE, Symbol, symbols, without_spaces};

/// How a control leads on, those first that do so most surely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lead {
    /// To the next level.
    Next,
    /// On with the game.
    Continue,
    /// To a new level.
    New,
    /// Into a level, from where none is played.
    Play,
    /// Out of what lies over the game.
    Close,
    /// To what the game says of a board that is full.
    Check,
}

/// What a phrase says that a control does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// It leads on.
    Leads(Lead),
    /// It deals another board, or the same one again.
    Again,
    /// It stays with this level, or leaves the game's levels.
    Stays,
    /// It leaves the game or costs something.
    Never,
    /// It is an ordinary word.
    Other,
}

/// Phrases that lead on. The words `level`, `puzzle`, ... may follow those that end in `*`.
const LEADS: [(Lead, &str); 6] = [
    (
        Lead::Next,
        "next*,go to next*,go to the next*,to next*,to the next*,play next*,start next*,load next*,the next*,next one,\
suivant,niveau suivant,siguiente,siguiente nivel,nivel siguiente,avanti,proximo,proximo nivel,proxima fase,\
weiter,nachstes level,nachstes ratsel,prossimo livello,volgende,volgend level,volgend niveau,volgende puzzel,nasta,\
nasta niva,neste niva,naeste bane,dalej,nastepny poziom,dalsi uroven,urmatorul nivel,kovetkezo szint,sonraki seviye,\
sonraki bolum,level selanjutnya,level berikutnya",
    ),
    (
        Lead::Continue,
        "continue,continue playing,continue game,continue to next level,continue to level,go to level,go on,keep going,\
keep playing,proceed,forward,advance,onward,lets go,continuer,continuar,continua,verder,doorgaan,devam et,lanjutkan",
    ),
    (
        Lead::New,
        "new*,a new*,start new*,play new*,generate,generate*,generate new*,random level,random puzzle,random game,random board,random map,new random*,another,another*,one more,\
one more*,neues spiel,neues ratsel,nouvelle partie,nouveau jeu,nuevo juego,novo jogo,nuova partita,nieuw spel,nowa gra,nytt spel",
    ),
    (
        Lead::Play,
        "play,play now,play on,play game,play level,start,start game,start level,go,begin,jugar,jouer,spielen,jogar",
    ),
    (
        Lead::Close,
        "ok,okay,close,done,got it,finish,fermer,schliessen,cerrar",
    ),
    (
        Lead::Check,
        "check,check it,check answer,check answers,check my answer,check solution,check my solution,check board,check puzzle,check game,\
verify,verify solution,validate,validate solution,submit,submit answer,submit solution,verifier,verifier la solution,\
verifier solution,valider,prufen,uberprufen,losung prufen,comprobar,verificar,validar,verifica,controlla,controleer,sprawdz",
    ),
];

/// What may follow a phrase with a `*`, or nothing.
const LEVELS: &str = "level,puzzle,game,board,stage,round,map,challenge,grid,lvl,flow";

/// Phrases that deal another board or the same one, as the game likes.
const AGAIN: &str = "play again,jugar de nuevo,jugar otra vez,rejouer,nochmal spielen,noch einmal spielen,\
erneut spielen,gioca ancora,gioca di nuovo,jogar novamente,jogar de novo,speel opnieuw,zagraj ponownie,tekrar oyna,main lagi";

/// Phrases that stay, and single words that stay wherever they stand.
pub const STAYS: &str = "retry,replay,restart,reset,undo,redo,again,try again,start again,start over,once more,cancel,\
share,menu,main menu,home,back,go back,back to menu,previous,prev,previous level,prev level,last level,hint,hints,\
solution,solve,show solution,settings,options,quit,exit,levels,level select,select level,choose level,pause,resume,help,\
quit game,exit game,close game,close the game,close window,close app,close program,leave,leave game,end game,exit to menu,return to menu,give up,quitter,sortir,abandonner,beenden,verlassen,salir,abandonar,esci,sair,afsluiten,\
about,clear,erase,sound,music,stats,leaderboard,save,copy,copy link,send,invite,no,later,not now,stay,restart level,\
retry level,replay level,reset level,repeat,repeat level,recommencer,otra vez,riprova,nochmal,noch einmal,\
zuruck,annuler,abbrechen,cancelar,annulla,retour,volver,indietro,voltar,neustart,reiniciar,opnieuw,terug,deshacer,rehacer,borrar,guardar,effacer,load,open,edit,delete,rules";

/// Words that cost something or leave the game, wherever they stand.
pub const NEVER: &str = "buy,install,download,get,price,shop,store,free,ad,ads,advert,advertisement,sponsored,subscribe,rate,\
rate us,login,log in,logout,log out,sign in,sign up,signin,signup,register,learn more,visit,click here,more games,donate,\
support us,facebook,twitter,instagram,youtube,discord,github,watch,watch ad,video,premium,unlock,upgrade,remove ads,trial,\
offer,coins,gems,pay,purchase,follow,tweet,app,website,google,apple,amazon,play store,google play,app store";

/// Words that say that the level is won, wherever they stand.
pub const WON: &str = "solved,win,won,winner,victory,congratulations,congrats,bravo,complete,completed,perfect,excellent,gewonnen,\
gagne,ganaste,vinto,felicitations,felicidades,gluckwunsch,parabens,complimenti,gefeliciteerd,gratulacje,tebrikler";

/// Ordinary words that look like one that leads on.
const OTHERS: &str = "text,news,newt,nest,neat,best,test,net,hext,vext,sext,nexus,context,now,mew,view,few,oh,of,or,on,\
do,to,so,co,ox,ck,ho,he,plan,clay,lay,place,player,played,plays,display,ploy,pray,plat,star,stars,stat,stare,state,smart,\
story,closed,chose,lose,clone,close to,level,note,not,got,god,gold,dome,done by,gone,dane,finished,generated,\
continued,contains,contact,contents,forwards,stop,begun,began,gin";

/// So many letters of a phrase are left at least where its end is cut off: with fewer many words begin so.
const FEWEST_OF_CUT: usize = 4;

/// All known phrases.
pub static PHRASES: LazyLock<Vec<(Class, Vec<Symbol>)>> = LazyLock::new(phrases);

fn phrases() -> Vec<(Class, Vec<Symbol>)> {
    let mut phrases = Vec::new();
    for (lead, list) in LEADS {
        for phrase in list.split(',') {
            let class = Class::Leads(lead);
            match phrase.strip_suffix('*') {
                Some(start) => {
                    phrases.push((class, symbols(start)));
                    let longer = |level| symbols(&format!("{start} {level}"));
                    phrases.extend(LEVELS.split(',').map(|level| (class, longer(level))));
                }
                None => phrases.push((class, symbols(phrase))),
            }
        }
    }
    for (class, list) in [
        (Class::Again, AGAIN),
        (Class::Stays, STAYS),
        (Class::Never, NEVER),
        (Class::Other, OTHERS),
    ] {
        phrases.extend(list.split(',').map(|phrase| (class, symbols(phrase))));
    }
    phrases
}

/// The class of a phrase that is cut off within its second word or a later one, as toolkits write "Next L..." where a button is too
/// narrow: all that begin so are of the same.
pub fn cut_off(read: &[Symbol]) -> Option<Class> {
    if !read.contains(&SPACE) || without_spaces(read).len() < FEWEST_OF_CUT {
        return None;
    }
    let goes_on_in_word = |phrase: &[Symbol]| {
        let rest = phrase.strip_prefix(read);
        rest.is_some_and(|rest| rest.first().is_some_and(|next| *next != SPACE))
    };
    let begin_so = PHRASES.iter().filter(|(_, phrase)| goes_on_in_word(phrase));
    let mut classes = begin_so.map(|(class, _)| *class);
    let first = classes.next()?;
    classes.all(|one| one == first).then_some(first)
}

/// Tells two classes apart whatever they lead on to.
pub fn kind(class: Class) -> std::mem::Discriminant<Class> {
    std::mem::discriminant(&class)
}

#[cfg(test)]
mod tests {
    use super::super::text::alphabet::text;
    use super::*;

    #[test]
    fn no_phrase_has_two_meanings() {
        let phrases = phrases();
        for (at, (class, phrase)) in phrases.iter().enumerate() {
            assert!(!phrase.is_empty());
            for (other, same) in &phrases[at + 1..] {
                assert!(
                    phrase != same || kind(*class) == kind(*other),
                    "{:?}",
                    text(phrase)
                );
            }
        }
    }
}
