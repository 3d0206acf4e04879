//! What is drawn to learn from: phrases of buttons, ordinary words, misspelled words and icons.

use flowbot::detect::page::text::alphabet::{
    CIRCLE, CROSS, HOUSE, LEFT, MENU, NUMBER, OTHER_ICON, RIGHT, SPACE, Symbol, symbols,
};
use flowbot::random::Random;

/// What is drawn as one.
#[derive(Clone, Copy)]
pub enum Sign {
    /// A character of a font.
    Character(char),
    /// Any icon, in any way, of a font of icons or drawn from lines. What it is, is known when it is drawn.
    Icon,
}

/// A text to draw and the symbols that it shows.
pub struct Text {
    /// Its characters and icons.
    pub signs: Vec<Sign>,
    /// What the recognizer has to read; [`ANY_ICON`] stands for icons that are not chosen yet.
    pub symbols: Vec<Symbol>,
}

/// Words of buttons, whatever they mean.
const BUTTONS: &str = "next,next level,next puzzle,next game,next board,next stage,next round,next map,next one,\
continue,continue playing,ok,okay,new,new game,new puzzle,new level,new board,play,play next,play next level,play now,\
play on,close,start,start game,start level,go,go on,go to next level,proceed,done,forward,advance,keep going,keep playing,\
lets go,level up,random,random puzzle,random level,generate,another,another puzzle,one more,got it,finish,yes,no,skip,\
retry,replay,restart,reset,reset level,undo,redo,again,try again,play again,once more,cancel,share,share score,menu,\
main menu,home,back,go back,previous,prev,previous level,hint,hints,solution,solve,show solution,settings,options,quit,\
exit,levels,level select,select level,pause,resume,help,about,clear,erase,sound,music,stats,leaderboard,buy,buy hints,\
install,install now,download,get,get it,get it now,get the app,shop,store,price,free,ad,ads,remove ads,watch ad,\
watch video,subscribe,rate,rate us,login,log in,log out,sign in,sign up,register,learn more,open,visit,click here,\
more games,donate,support us,facebook,twitter,instagram,send,save,load,submit,copy,copy link,invite,follow,\
weiter,neues spiel,noch einmal,zuruck,suivant,rejouer,continuer,nouveau,siguiente,continuar,jugar,otra vez,avanti,\
continua,riprova,proximo,jogar,volgende,verder,nasta,dalej,fermer,schliessen,cerrar,menu principal,annuler,abbrechen";

/// Ordinary words: about a third have a letter or more in common with a word of a button.
const ORDINARY: &str = "the,of,and,to,in,is,you,that,it,he,was,for,on,are,as,with,his,they,at,be,this,have,from,or,one,had,\
by,word,but,not,what,all,were,we,when,your,can,said,there,use,an,each,which,she,do,how,their,if,will,up,other,about,out,\
many,then,them,these,so,some,her,would,make,like,him,into,time,has,look,two,more,write,see,number,way,could,people,my,\
than,first,water,been,call,who,oil,its,now,find,long,down,day,did,get,come,made,may,part,text,news,newt,net,nest,neat,\
near,necks,nexus,nexts,hext,vext,sext,level,score,moves,time,best,total,points,coins,gems,lives,stars,bonus,combo,\
plan,plane,plat,plaza,pray,ploy,played,player,playing,plays,display,clay,lay,place,please,plus,on,oh,of,or,ox,ck,ak,\
cook,book,look,okra,once,close to,closed,closet,clone,clothe,chose,lose,case,cloze,stars,star,stat,state,stare,starts,\
started,smart,chart,stark,store,story,stop,step,go up,gold,god,got,goat,do,no,so,to,co,ago,ego,logo,continent,contain,\
continued,continues,contact,content,contest,condition,confine,context,complete,completed,congratulations,well done,\
great job,perfect,awesome,amazing,excellent,you win,you won,victory,game over,solved,puzzle solved,level complete,flow,\
flows,pipe,pipes,connect,dots,colour,color,grid,board,size,easy,medium,hard,expert,normal,classic,daily,challenge,world,\
pack,packs,stage,round,rounds,timer,clock,seconds,minutes,percent,achievement,progress,profile,account,name,email,\
password,language,english,theme,dark,light,privacy,policy,terms,cookies,copyright,version,loading,please wait,welcome,\
hello,user,guest,friends,chat,message,search,filter,sort,view,edit,delete,add,remove,create,update,print,export,import,\
apply,accept,decline,agree,confirm,details,info,information,rules,how to play,tutorial,credits,feedback,report,bug,\
github,source,code,download now,android,apple,google,microsoft,window,file,tools,format,insert,page,layout,red,green,\
blue,yellow,orange,purple,pink,white,black,brown,cyan,grey,north,south,east,west,left,right,top,bottom,middle,center,\
apple,river,house,garden,window,paper,bridge,circle,square,winter,summer,spring,autumn,monday,friday,january,august,\
london,berlin,paris,rome,madrid,tokyo,anna,peter,maria,james,robert,sarah,nina,felix,xavier,max,alex,rex,felt,fix,mix,\
box,fox,tax,wax,exit sign,excite,expect,extra,exact,exam,index,annex,convex,complex,reflex,jazz,quiz,quick,jump,judge,\
joke,join,zebra,zoom,zone,lazy,fuzzy,vivid,wave,vowel,yacht,yield,young,gym,king,queen,hockey,skill,kick,back up,black,\
bank,rank,ranking,record,records,high score,rest,result,results,reply,repeat,report,replace,retro,return,rescue,restore,\
resort,preset,present,presser,canal,candle,cancer,camel,shape,shame,sharp,shark,shared,spare,scare,menus,men,mental,\
venue,home page,hope,hole,hone,some,dome,come,pack it,bark,hind,mint,hunt,him,tint,dint,print it,by,bay,boy,bug,but,\
guy,shot,ship,chop,drop,price list,prime,prince,pride,rice,day one,age,are,rat,mate,rates,late,rate it";

/// Stands for the symbol of an icon that is not chosen yet.
pub const ANY_ICON: Symbol = Symbol::MAX;

/// Characters of ordinary fonts that are icons.
const ICONS: [(Symbol, &str); 7] = [
    (RIGHT, "→➔➜➡▶►▸»›>⏩⏭⇒⟶➤➙❯"),
    (LEFT, "←⬅◀◄◂«‹<⏪⏮⇐⟵❮"),
    (CIRCLE, "↻↺⟳⟲🔄🔁↩↪↶↷⥁⥀"),
    (HOUSE, "⌂🏠🏡"),
    (CROSS, "×✕✖✗✘❌⨯☓xX"),
    (MENU, "☰≡"),
    (
        OTHER_ICON,
        "⚙★☆🛒♥❤🔒✓✔↑↓⬇⬆♪♫☎✉⏸■●○◆▲▼+−ℹ🔊💡🏆$€&@⋮☺♦♣♠□▣◉◎⬤⚑⚐☀☂✎✏⌚⌛⇄↔⤓↗⏏△▽◇",
    ),
];

/// First and last characters of other alphabets, without letters that look like Latin ones.
const FOREIGN: [(char, char); 4] = [('あ', 'ん'), ('가', '힣'), ('一', '鿿'), ('б', 'я')];

/// Accented letters and the letters that they are read as.
const ACCENTED: [(char, char); 12] = [
    ('a', 'á'),
    ('a', 'ä'),
    ('a', 'ã'),
    ('c', 'ç'),
    ('e', 'é'),
    ('e', 'è'),
    ('i', 'í'),
    ('n', 'ñ'),
    ('o', 'ó'),
    ('o', 'ö'),
    ('u', 'ü'),
    ('u', 'ú'),
];

/// Any text.
pub fn any(random: &mut Random) -> Text {
    match random.below(100) {
        0..44 => phrase(random),
        44..60 => plain(&ordinary(random), random),
        60..70 => plain(&misspelled(random), random),
        70..77 => plain(&letters(random), random),
        77..79 => foreign(random),
        _ => icon(random),
    }
}

fn one_of(list: &str, random: &mut Random) -> String {
    let words: Vec<&str> = list.split(',').collect();
    (*random.pick(&words)).to_owned()
}

fn ordinary(random: &mut Random) -> String {
    let count = *random.pick(&[1, 1, 1, 2, 2, 3]);
    let words = (0..count).map(|_| one_of(ORDINARY, random));
    words.collect::<Vec<_>>().join(" ")
}

/// A phrase in which a letter is another one, is left out, is there twice or is exchanged with its neighbour.
fn misspelled(random: &mut Random) -> String {
    let list = if random.chance(0.7) {
        BUTTONS
    } else {
        ORDINARY
    };
    let mut letters: Vec<char> = one_of(list, random).chars().collect();
    let at = random.below(letters.len());
    let other = char::from(b'a' + random.below(26) as u8);
    match random.below(4) {
        0 | 1 => letters[at] = other,
        2 if letters.len() > 1 => drop(letters.remove(at)),
        _ => letters.insert(at, other),
    }
    letters.into_iter().collect::<String>().trim().to_owned()
}

fn letters(random: &mut Random) -> String {
    let count = random.whole(1..9);
    let letter = |_| char::from(b'a' + random.below(26) as u8);
    (0..count).map(letter).collect()
}

/// A phrase of a button, perhaps with an icon, a number or a sign.
fn phrase(random: &mut Random) -> Text {
    let mut text = plain(&one_of(BUTTONS, random), random);
    if random.chance(0.15) {
        let sign = *random.pick(&['!', '.', '…', ':', '?', ',']);
        text.signs.push(Sign::Character(sign));
    }
    if random.chance(0.15) {
        let icon = icon(random);
        let is_before = random.chance(0.4);
        text = if is_before {
            joined(icon, text)
        } else {
            joined(text, icon)
        };
    }
    text
}

fn joined(mut one: Text, other: Text) -> Text {
    one.signs.push(Sign::Character(' '));
    one.signs.extend(other.signs);
    one.symbols.push(SPACE);
    one.symbols.extend(other.symbols);
    one
}

fn icon(random: &mut Random) -> Text {
    if random.chance(0.75) {
        return Text {
            signs: vec![Sign::Icon],
            symbols: vec![ANY_ICON],
        };
    }
    let (symbol, icons) = random.pick(&ICONS);
    let icons: Vec<char> = icons.chars().collect();
    let one = *random.pick(&icons);
    let count = if ">›<‹".contains(one) && random.chance(0.3) {
        2
    } else {
        1
    };
    Text {
        signs: vec![Sign::Character(one); count],
        symbols: vec![*symbol; count],
    }
}

/// A word of another alphabet: it is read as a number is.
fn foreign(random: &mut Random) -> Text {
    let (first, last) = *random.pick(&FOREIGN);
    let letters: Vec<char> = (first..=last)
        .filter(|one| !"агеорсухикптвмнль".contains(*one))
        .collect();
    let count = random.whole(1..7);
    Text {
        signs: (0..count)
            .map(|_| Sign::Character(*random.pick(&letters)))
            .collect(),
        symbols: vec![NUMBER],
    }
}

/// These words, in small or capital letters, perhaps with accents or a number.
fn plain(words: &str, random: &mut Random) -> Text {
    let mut read = words.to_owned();
    let mut characters: Vec<char> = words.chars().collect();
    match random.below(10) {
        0..3 => characters
            .iter_mut()
            .for_each(|one| *one = one.to_ascii_uppercase()),
        3..7 => {
            let is_title = random.chance(0.7);
            for at in 0..characters.len() {
                if at == 0 || is_title && characters[at - 1] == ' ' {
                    characters[at] = characters[at].to_ascii_uppercase();
                }
            }
        }
        _ => {}
    }
    if random.chance(0.04) {
        let accents = |one: &mut char| {
            let mut same = ACCENTED.iter().filter(|(plain, _)| plain == one);
            if let Some((_, accented)) = same.next_back() {
                *one = *accented;
            }
        };
        characters.iter_mut().for_each(accents);
    }
    if random.chance(0.08) {
        let most = *random.pick(&[20, 1000]);
        let number = random.below(most).to_string();
        characters.push(' ');
        characters.extend(number.chars());
        read.push_str(" #");
    }
    let symbols = symbols(&read);
    debug_assert!(symbols.iter().all(|&one| one <= NUMBER));
    Text {
        signs: characters.into_iter().map(Sign::Character).collect(),
        symbols,
    }
}
