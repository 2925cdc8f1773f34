// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layer_type.h"
#include "widgets/base/translate.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTranslator>

#include "translations/translator.h"

namespace nestwright {
namespace {

class PseudoLocale : public testing::Test {
protected:
    int m_argumentCount = 1;
    char m_name[5] = "test";
    char* m_arguments[2] = {m_name, nullptr};
    QCoreApplication m_application{m_argumentCount, m_arguments};
    QTranslator m_translator;

    void SetUp() override { ASSERT_TRUE(m_translator.load(QStringLiteral(NESTWRIGHT_PSEUDO_LOCALE))); }
};

TEST_F(PseudoLocale, TranslatesTheTextsOfTheEngine) {
    for (const LayerType type : kAllLayerTypes) {
        const Message title = titleOf(type);
        EXPECT_EQ(translated(title).toStdString(), title.text());
        QCoreApplication::installTranslator(&m_translator);
        const QString spoken = translated(title);
        QCoreApplication::removeTranslator(&m_translator);
        EXPECT_TRUE(spoken.startsWith(QLatin1Char('[')) && spoken.endsWith(QLatin1Char(']'))) << spoken.toStdString();
        EXPECT_GT(static_cast<std::size_t>(spoken.size()), title.text().size());
    }
}

TEST_F(PseudoLocale, KeepsTheArgumentsOfATextThatIsNoLiteral) {
    QCoreApplication::installTranslator(&m_translator);
    const QString spoken =
        translated(message(MessageTemplate{"accelerator.amount", "%1 must be a number of at least 0"}, "levels.GLB"));
    QCoreApplication::removeTranslator(&m_translator);
    EXPECT_TRUE(spoken.contains(QLatin1String("levels.GLB"))) << spoken.toStdString();
    EXPECT_FALSE(spoken.contains(QLatin1String("%1")));
    EXPECT_TRUE(spoken.startsWith(QLatin1Char('['))) << spoken.toStdString();
}

TEST_F(PseudoLocale, TheBuiltInTranslationLoads) {
    EXPECT_TRUE(QTranslator().load(QLocale(QLocale::English), QStringLiteral("nestwright"), QStringLiteral("_"),
                                   QStringLiteral(":/i18n")));
    translations::install(m_application, QLocale(QLocale::English));
}

} // namespace
} // namespace nestwright
