//! Reads and writes the headers of frames, which are JSON.
//! Tested by the module at the end.

/// A JSON value. Numbers with a fraction have no meaning in the protocol.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Integer(i64),
    Fraction(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a whole text, or says at which byte it stops being JSON.
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.blanks();
        if reader.at < text.len() {
            return reader.fail();
        }
        Ok(value)
    }

    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members
                .iter()
                .find(|(name, _)| name == key)
                .map(|(_, value)| value),
            _ => None,
        }
    }
    pub fn integer(&self) -> Option<i64> {
        match self {
            Json::Integer(value) => Some(*value),
            _ => None,
        }
    }
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }
    pub fn list(&self) -> Option<&[Json]> {
        match self {
            Json::List(items) => Some(items),
            _ => None,
        }
    }
    /// Returns the items of a list that `f` reads, all or none.
    pub fn list_of<T>(&self, f: impl Fn(&Json) -> Option<T>) -> Option<Vec<T>> {
        self.list()?.iter().map(f).collect()
    }
    pub fn integers(items: impl IntoIterator<Item = i64>) -> Json {
        Json::List(items.into_iter().map(Json::Integer).collect())
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Json::Text(text.to_string())
    }
}

impl std::fmt::Display for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Json::Null => write!(f, "null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Integer(value) => write!(f, "{value}"),
            Json::Fraction(value) => write!(f, "{value}"),
            Json::Text(text) => write_text(f, text),
            Json::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i == 0 { "[" } else { "," })?;
                }
                write!(f, "{}", if items.is_empty() { "[]" } else { "]" })
            }
            Json::Object(members) => {
                for (i, (key, value)) in members.iter().enumerate() {
                    write!(f, "{}", if i == 0 { "{" } else { "," })?;
                    write_text(f, key)?;
                    write!(f, ":{value}")?;
                }
                write!(f, "{}", if members.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

fn write_text(f: &mut std::fmt::Formatter<'_>, text: &str) -> std::fmt::Result {
    write!(f, "\"")?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            c if (c as u32) < 0x20 => write!(f, "\\u{:04x}", c as u32)?,
            c => write!(f, "{c}")?,
        }
    }
    write!(f, "\"")
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn fail<T>(&self) -> Result<T, String> {
        Err(format!("the header is no JSON from byte {} on", self.at))
    }
    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }
    fn blanks(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }
    fn take(&mut self, word: &str) -> bool {
        let found = self.text[self.at..].starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        // The protocol nests 16 levels at most.
        if depth > 16 {
            return self.fail();
        }
        self.blanks();
        match self.peek() {
            b'{' => self.object(depth),
            b'[' => self.array(depth),
            b'"' => Ok(Json::Text(self.string()?)),
            _ if self.take("true") => Ok(Json::Bool(true)),
            _ if self.take("false") => Ok(Json::Bool(false)),
            _ if self.take("null") => Ok(Json::Null),
            _ => self.number(),
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json, String> {
        let mut items = Vec::new();
        self.at += 1;
        loop {
            self.blanks();
            if items.is_empty() && self.take("]") {
                return Ok(Json::List(items));
            }
            items.push(self.value(depth + 1)?);
            self.blanks();
            if self.take("]") {
                return Ok(Json::List(items));
            }
            if !self.take(",") {
                return self.fail();
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        let mut members = Vec::new();
        self.at += 1;
        loop {
            self.blanks();
            if members.is_empty() && self.take("}") {
                return Ok(Json::Object(members));
            }
            if self.peek() != b'"' {
                return self.fail();
            }
            let key = self.string()?;
            self.blanks();
            if !self.take(":") {
                return self.fail();
            }
            members.push((key, self.value(depth + 1)?));
            self.blanks();
            if self.take("}") {
                return Ok(Json::Object(members));
            }
            if !self.take(",") {
                return self.fail();
            }
        }
    }

    fn number(&mut self) -> Result<Json, String> {
        let start = self.at;
        while matches!(
            self.peek(),
            b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'
        ) {
            self.at += 1;
        }
        let digits = &self.text[start..self.at];
        match (digits.parse(), digits.parse()) {
            (Ok(integer), _) => Ok(Json::Integer(integer)),
            (_, Ok(fraction)) => Ok(Json::Fraction(fraction)),
            _ => self.fail(),
        }
    }

    fn string(&mut self) -> Result<String, String> {
        let mut text = String::new();
        self.at += 1;
        loop {
            let c = match self.text[self.at..].chars().next() {
                Some(c) => c,
                None => return self.fail(),
            };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(text),
                '\\' => text.push(self.escaped()?),
                c => text.push(c),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        let c = self.peek();
        self.at += 1;
        Ok(match c {
            b'"' | b'\\' | b'/' => c as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let high = self.unit()?;
                let is_pair =
                    (0xd800..0xdc00).contains(&high) && self.take("\\u");
                let code = match is_pair {
                    true => {
                        0x10000
                            + ((high - 0xd800) << 10)
                            + (self.unit()? & 0x3ff)
                    }
                    false => high,
                };
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return self.fail(),
        })
    }

    // Reads four hexadecimal digits.
    fn unit(&mut self) -> Result<u32, String> {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or("");
        match u32::from_str_radix(digits, 16) {
            Ok(unit) => {
                self.at += 4;
                Ok(unit)
            }
            Err(_) => self.fail(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        let text = r#"{"id":7,"strides":[-1,0],"a":[],"b":{},"c":[true,null],"d":"\"\\é\u0001"}"#;
        let json = Json::parse(text).unwrap();
        assert_eq!(json.to_string(), text);
        assert_eq!(json.get("id"), Some(&Json::Integer(7)));
        assert_eq!(Json::parse(" [ 1 , 2 ] "), Ok(Json::integers([1, 2])));
        assert_eq!(
            Json::parse(r#""\u00e9\ud83d\ude00\n""#),
            Ok(Json::from("é😀\n"))
        );
        assert_eq!(Json::parse("1.5"), Ok(Json::Fraction(1.5)));
    }

    #[test]
    fn refuses_what_is_no_json() {
        for text in [
            "",
            "{",
            "[1,]",
            "{\"a\"}",
            "{,}",
            "\"",
            "tru",
            "1 2",
            "\"\\x\"",
            "\"\\u12\"",
        ] {
            assert!(Json::parse(text).is_err(), "{text}");
        }
        assert!(Json::parse(&"[".repeat(100_000)).is_err());
    }
}
